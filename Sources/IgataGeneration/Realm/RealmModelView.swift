import IgataSchema
import IgataTemplateLanguage

extension RealmScope {
  func structView(_ index: Int) -> Record {
    let type = schema.structs[index]
    return Record([
      "documentation": documentation(type.origin, type.deprecation), "name": .text(SwiftIdentifier.type(type.name)),
      "properties": .records(properties(type.fields, structNames[index], key: nil).map(\.view)),
      "keys": .texts(keys(of: type.fields)), "isSensitive": .flag(type.fields.contains(where: isSensitive)),
    ])
  }

  func modelView(_ index: Int) -> Record {
    let model = schema.models[index]
    let key = nativeKey(of: model)
    let properties = properties(model.fields, modelNames[index], key: key)
    let single = properties.filter { if case .toOne = $0.form { true } else { false } }
    let steps = steps(of: model, properties)
    let referrers = referrers(to: index)
    let lists = properties.filter { if case .ordered = $0.form { true } else { false } }
    return Record([
      "documentation": documentation(model.origin, model.deprecation), "name": .text(SwiftIdentifier.type(model.name)),
      "properties": .records(properties.map(\.view)), "keys": .texts(keys(of: model.fields)),
      "isSensitive": .flag(model.fields.contains(where: isSensitive)), "keyText": .text(keyText(of: model, properties)),
      "compoundKey": .optional(key == nil ? compoundKeys[index] : nil), "related": .texts(single.map(\.stored)),
      "relatedLists": .texts(lists.map(\.stored)), "steps": .texts(steps),
      "isPrepared": .flag(key == nil || !steps.isEmpty), "hasRelated": .flag(!single.isEmpty || !lists.isEmpty),
      "referrers": .records(referrers), "hasReferrers": .flag(!referrers.isEmpty),
    ])
  }

  private func properties(_ fields: [Field], _ names: ClassNames, key: Int?) -> [RealmProperty] {
    // An object refers to another one itself.
    fields.indices.filter { !fields[$0].isImplied }.map { index in
      RealmProperty(
        scope: self, field: fields[index], form: form(fields[index]), stored: names.stored[index],
        visible: names.visible[index], given: names.given[index], isKey: key == index)
    }
  }

  /// The valid keys of a dictionary, as lines of an array.
  private func keys(of fields: [Field]) -> [String] {
    let names = fields.filter { !$0.kind.isInverse && !$0.isImplied }.map(\.name)
    var lines: [String] = []
    for (index, name) in names.enumerated() {
      let word = SwiftLiteral.string(name) + (index == names.count - 1 ? "" : ",")
      if let last = lines.last, last.count + word.count < SwiftLayout.width - 10 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  private func isSensitive(_ field: Field) -> Bool {
    if field.isSensitive { return true }
    guard case .embedded(let index, _) = field.kind else { return false }
    return schema.structs[index].fields.contains(where: isSensitive)
  }

  // MARK: Keys

  /// An expression for the key as a string. The parts of a compound key are concatenated, each with its length.
  private func keyText(of model: Model, _ properties: [RealmProperty]) -> String {
    var seen: Set<Int> = []
    var parts: [String] = []
    for index in model.primaryKey {
      let column = model.columns[index]
      let path = column.path.isEmpty ? "" : ".\(embeddedPath(column, of: model))"
      // An object has no property for a column that '@references' adds, and refers to another object instead.
      let isImplied = model.fields[column.field].isImplied
      let relation = isImplied ? model.foreignKeys.first { $0.isLinked && $0.columns.contains(index) }?.field : nil
      let field = relation ?? column.field
      if column.path.isEmpty, !seen.insert(field).inserted { continue }
      parts.append("RealmKeys.text(self.\(properties[field].visible)\(path))")
    }
    return parts.count == 1 ? parts[0] : "RealmKeys.join([\(parts.joined(separator: ", "))])"
  }

  private func embeddedPath(_ column: Column, of model: Model) -> String {
    var names: [String] = []
    var kind = model.fields[column.field].kind
    for step in column.path {
      guard case .embedded(let index, _) = kind, schema.structs[index].fields.indices.contains(step) else { break }
      names.append(structNames[index].visible[step])
      kind = schema.structs[index].fields[step].kind
    }
    return names.joined(separator: ".")
  }

  /// The statements that prepare an object before it is saved.
  private func steps(of model: Model, _ properties: [RealmProperty]) -> [String] {
    var steps: [String] = []
    for property in properties {
      if property.field.defaultValue == .autoincrement {
        let name = SwiftLiteral.string(property.stored.filter { $0 != "`" })
        let call = "keys.next(of: \(scope.typeNames.value(model.name)).self, \(name))"
        let isWide = property.storedTypeName == scope.typeNames.scalar(.int64)
        let value = isWide ? call : "\(property.storedTypeName)(clamping: \(call))"
        steps.append("if self.\(property.visible) == 0 { self.\(property.visible) = \(value) }")
      }
      if property.field.isUpdatedAt { steps.append("self.\(property.visible) = keys.now") }
      if property.field.isVersion { steps.append("self.\(property.visible) &+= 1") }
    }
    return steps
  }

  // MARK: Relations

  /// The relations that lead to a model, and the effect of deleting it on the objects that have them.
  private func referrers(to target: Int) -> [Record] {
    referrers[target].map { referrer in
      Record([
        "model": .text(scope.modelValue(referrer.model)), "property": .text(SwiftLiteral.string(referrer.property)),
        "rule": .text("." + referrer.rule.rawValue),
      ])
    }
  }
}

extension RealmProperty {
  /// The name of the type of a plain property.
  var storedTypeName: String {
    if case .plain(let type, _) = form { return type }
    return ""
  }
}
