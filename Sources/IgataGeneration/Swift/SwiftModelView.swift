import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of a model for templates.
extension GenerationScope {
  /// - Parameter index: The index of the model in the schema.
  func modelView(_ index: Int) -> Record {
    let model = schema.models[index]
    let keyMember = keyMember(of: model)
    let key = SwiftOwnKey(model: model.name, name: keyMember.name, draft: draft(of: model))
    let all = properties(of: model)
    let properties = SwiftProperties(
      scope: self, all: all, modelName: model.name, key: key,
      keyFields: Set(model.primaryKey.map { model.fields[model.columns[$0].field].name }),
      links: SwiftLinks(self, model, all))
    let views = properties.views
    let isSensitive = all.contains { self.isSensitive($0.field) }
    return Record([
      "documentation": documentation(model.origin, deprecatedBecause: model.deprecation),
      "name": .text(SwiftIdentifier.type(model.name)), "isModel": .flag(true), "properties": .records(views),
      // The fields that aren't in the schema are no parameters.
      "parameters": .records(views.indices.filter { !all[$0].field.isImplied }.map { views[$0] }),
      "key": .optional(keyView(model, keyMember)), "table": .view(tableView(tables[index])),
      "hasRelations": .flag(all.contains(where: \.coding.isRelation)),
      "generatedKey": .optional(generatedKey(model, all)),
      "hasDatabaseDefaults": .flag(all.contains(where: \.isMadeByDatabase)),
      "hasStamps": .flag(model.fields.contains { $0.isUpdatedAt || $0.isVersion }),
      // A property and a method without parameters can't have the same name.
      "hasConvertMethod": .flag(!model.fields.contains { $0.name == "convert" }),
      "isIdentifiable": .flag(isIdentifiable(model)), "isSensitive": .flag(isSensitive),
      "ownDescription": isSensitive ? .optional(ownDescription(of: model)) : .null,
      "draft": .optional(key.draft?.name), "draftValue": .text(typeNames.scalarCall(.uuid)),
      "inverses": .records(inverses(of: model, key: key.name)),
      "columns": .text(properties.columns(columnsMember(of: model), inverseFields(of: model))),
    ])
  }

  /// The code that sets a primary key that the store generates, or `nil` if it doesn't generate one.
  private func generatedKey(_ model: Model, _ properties: [SwiftProperty]) -> String? {
    guard model.primaryKey.count == 1, let key = model.primaryKey.first, model.isGeneratedKey(key),
      let property = properties.first(where: { $0.field.name == model.fields[model.columns[key].field].name })
    else { return nil }
    return property.own + (property.coding.scalar == .int64 ? " = generatedKey" : " = .init(clamping: generatedKey)")
  }

  /// A model's table: its text for a multi-line literal, and the targets of its relations.
  private func tableView(_ table: ModelTable) -> Record {
    let targets = table.targets.map { modelValue($0) + ".self" }
    let relations = targets.isEmpty ? nil : SwiftLayout.list("relations: ", targets, "", .square, indent: 4)
    return Record([
      "lines": .text(table.table.lines.map { "    " + SwiftLiteral.line($0) }.joined(separator: "\n")),
      "relations": .optional(relations),
    ])
  }

  private func properties(of model: Model) -> [SwiftProperty] {
    var columns = [Int](repeating: 0, count: model.fields.count)
    for index in model.columns.indices.reversed() { columns[model.columns[index].field] = index }
    var relations = [Int](repeating: 0, count: model.fields.count)
    for (number, field) in model.relationFields.enumerated() { relations[field] = number }
    return properties(of: model.fields) { index in
      ColumnReference(column: columns[index], relation: relations[index])
    }
  }

  /// Whether the field `id` is the model's whole key.
  func isIdentifiable(_ model: Model) -> Bool {
    guard model.primaryKey.count == 1, case .value = model.columns[model.primaryKey[0]].role else { return false }
    return model.fields[model.columns[model.primaryKey[0]].field].name == "id"
  }

  private func isSensitive(_ field: Field) -> Bool {
    if field.isSensitive { return true }
    guard case .embedded(let index, _) = field.kind else { return false }
    return schema.structs[index].fields.contains(where: isSensitive)
  }

  /// The description of a model that has a field of that name, which would otherwise be shown instead.
  private func ownDescription(of model: Model) -> Record? {
    let member = SwiftMember("description", of: typeNames.swiftType("CustomStringConvertible"), among: model.fields)
    return member.attribute.map { Record(["name": .text(member.name), "attribute": .text($0)]) }
  }

  // MARK: The key

  /// The separate key member of a model, if the key is neither a field `id` nor a field with the name of the property.
  ///
  /// - Parameter member: The result of ``keyMember(of:)``.
  private func keyView(_ model: Model, _ member: SwiftMember) -> Record? {
    let structName = keyStructName(of: model)
    if isIdentifiable(model), member.attribute == nil, structName == "PrimaryKey" { return nil }
    let parts = keyParts(model)
    if parts.count == 1, let part = parts.first {
      if part.expression == "primaryKey" { return nil }
      return keyView(model, member, part.type, part.expression, nil)
    }
    let arguments = parts.map { "\(SwiftIdentifier.label($0.name)): \($0.expression)" }
    let value = "\(structName)(\(arguments.joined(separator: ", ")))"
    return keyView(model, member, structName, value, keyStruct(parts, of: model))
  }

  private func keyView(
    _ model: Model, _ member: SwiftMember, _ type: String, _ value: String, _ keyStruct: Record?
  ) -> Record {
    let typeAlias = keyTypeAlias(model, type, isFieldOfName: member.attribute != nil, isStruct: keyStruct != nil)
    return Record([
      "name": .text(member.name), "attribute": .optional(member.attribute), "type": .text(type), "value": .text(value),
      "struct": .optional(keyStruct), "typeAlias": .optional(typeAlias),
    ])
  }

  /// The declaration that gives Swift the type of the key, if a field would otherwise be confused with the requirement
  /// of the runtime.
  private func keyTypeAlias(_ model: Model, _ type: String, isFieldOfName: Bool, isStruct: Bool) -> String? {
    if keyStructName(of: model) != "PrimaryKey" {
      let attribute = "@_implements(\(typeNames.runtimeType("PersistableModel")), PrimaryKey)"
      return "\(attribute) \(modifier)typealias \(keyAliasName(of: model)) = \(type)"
    }
    return isFieldOfName && !isStruct ? "\(modifier)typealias PrimaryKey = \(type)" : nil
  }

  /// The type of a compound key.
  private func keyStruct(_ parts: [KeyPart], of model: Model) -> Record {
    var column = 0
    var records: [Record] = []
    for part in parts {
      let expression = column == 0 ? "column" : "column + \(column)"
      records.append(Record(["name": .text(part.name), "type": .text(part.type), "column": .text(expression)]))
      column += part.width
    }
    return Record([
      "parts": .records(records), "columnCount": .text(String(column)),
      "keyValues": .text(parts.map { "self.\($0.name)._keyValues" }.joined(separator: " + ")),
      "modelName": .text(model.name), "description": .optional(description(of: model, parts)),
    ])
  }

  /// The description of a compound key with sensitive parts, or `nil` if it has none.
  private func description(of model: Model, _ parts: [KeyPart]) -> Record? {
    let name = keyStructName(of: model)
    return description(
      of: name, "\(SwiftIdentifier.type(model.name)).\(name)",
      parts.map { ($0.name, "self.\($0.name)", $0.isSensitive) },
      among: Set(model.primaryKey.map { model.columns[$0].field }).sorted().map { model.fields[$0] })
  }

  private struct KeyPart {
    let name: String
    let type: String
    let expression: String
    let width: Int
    let isSensitive: Bool
  }

  /// The names that properties of a key type can't have, because it has members with these names.
  static let unusableInKeys: NameSet = ["CodingKeys", "_keyValues", "hashValue"]

  /// The parts of the key. The columns of a relation form one part.
  private func keyParts(_ model: Model) -> [KeyPart] {
    var parts: [KeyPart] = []
    var seen: Set<Int> = []
    let hidden = hiddenNames(model.fields)
    for index in model.primaryKey {
      let column = model.columns[index]
      let field = model.fields[column.field]
      guard seen.insert(column.field).inserted else { continue }
      let isSensitive = model.primaryKey.contains { key in
        model.columns[key].field == column.field && schema.isSensitive(model.columns[key], in: model)
      }
      switch field.kind {
      case .toOne(let target, _, _):
        parts.append(
          KeyPart(
            name: SwiftIdentifier.escape(field.name + "ID"), type: keyType(target),
            expression: SwiftIdentifier.own(storageName(of: field, among: hidden)) + ".key",
            width: schema.models[target].primaryKey.count, isSensitive: isSensitive))
      default:
        let property = SwiftIdentifier.own(SwiftIdentifier.property(field.name, among: model.fields))
        parts.append(
          KeyPart(
            name: SwiftIdentifier.property(field.name, among: model.fields, unusable: Self.unusableInKeys),
            type: self.type(column.type), expression: property, width: 1, isSensitive: isSensitive))
      }
    }
    return parts
  }
}
