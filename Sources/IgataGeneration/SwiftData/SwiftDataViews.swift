import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The views for the SwiftData templates.
extension SwiftDataScope {
  func modules(of declared: FileDeclarations) -> [String] {
    let usesFoundation =
      declared.newtypes.contains { scope.needsFoundation(.newtype($0)) }
      || scope.fields(of: declared).contains { field in
        switch field.kind {
        case .value(let type, _), .list(let type): scope.needsFoundation(type) || field.holdsGeneratedUUID
        case .embedded, .toOne, .inverse, .ordered: false
        }
      }
    return (usesFoundation ? ["Foundation"] : []) + (declared.models.isEmpty ? [] : ["SwiftData"])
  }

  func type(of newtype: Newtype) -> String { scope.typeNames.portable(newtype.base) }

  // MARK: Properties

  func structView(_ index: Int) -> Record {
    let type = schema.structs[index]
    let names = structNames[index]
    let parameters = type.fields.indices.map { parameter(type.fields[$0], names.visible[$0]) }
    return Record([
      "documentation": documentation(type.origin, type.deprecation), "name": .text(SwiftIdentifier.type(type.name)),
      "properties": .records(
        type.fields.indices.map { property(type.fields[$0], names.stored[$0], names.visible[$0], "") }),
      "parameters": .texts(parameters), "given": .records(type.fields.indices.map { given($0, names) }),
    ])
  }

  func modelView(_ index: Int) -> Record {
    let model = schema.models[index]
    let names = modelNames[index]
    // An object refers to another one itself.
    let all = model.fields.indices.filter { !model.fields[$0].isImplied }
    let fields = all.filter { !model.fields[$0].kind.isInverse }
    let parameters = fields.map { parameter(model.fields[$0], names.visible[$0]) }
    return Record([
      "documentation": documentation(model.origin, model.deprecation), "name": .text(SwiftIdentifier.type(model.name)),
      "properties": .records(
        all.map {
          property(model.fields[$0], names.stored[$0], names.visible[$0], attribute($0, of: index))
        }),
      "parameters": .texts(parameters),
      "given": .records(fields.map { given($0, names) }),
      "accessors": .records(accessors(model.fields, names)), "inverses": .records(inverses[index].map(view)),
      "uniques": .optional(constraints(uniques(of: model), of: index)),
      "indexes": .optional(constraints(indexes(of: model), of: index)),
    ])
  }

  /// A stored property, and the parameter that it is assigned from.
  private func given(_ field: Int, _ names: ClassNames) -> Record {
    Record(["stored": .text(names.stored[field]), "name": .text(names.visible[field])])
  }

  private func property(_ field: Field, _ stored: String, _ visible: String, _ attribute: String) -> Record {
    let initialValue = defaultExpression(field).map { " = " + $0 } ?? ""
    return Record([
      "documentation": documentation(field.origin, field.deprecation), "attribute": .text(attribute),
      "name": .text(stored), "type": .text(type(of: field)),
      "initialValue": .text(initialValue == " = nil" ? "" : initialValue), "argument": .text(visible),
    ])
  }

  private func parameter(_ field: Field, _ name: String) -> String {
    "\(name): \(type(of: field))" + (defaultExpression(field).map { " = " + $0 } ?? "")
  }

  private func accessors(_ fields: [Field], _ names: ClassNames) -> [Record] {
    fields.indices.compactMap { index in
      guard case .toOne(let target, .wrapper, _) = fields[index].kind else { return nil }
      return Record([
        "documentation": documentation(fields[index].origin, nil), "name": .text(names.visible[index]),
        "internal": .text(names.stored[index]), "type": .text(scope.modelType(target)),
        "value": .text(scope.modelValue(target)), "hasName": .text(SwiftIdentifier.prefixed("has", fields[index].name)),
        "clearName": .text(SwiftIdentifier.prefixed("clear", fields[index].name)),
      ])
    }
  }

  private func view(_ inverse: Inverse) -> Record {
    let type = scope.modelType(inverse.source)
    let field = modelNames[inverse.source].stored[inverse.field]
    return Record([
      "name": .text(inverse.name), "type": .text("[\(type)]"),
      "attribute": .text(relationship(inverse.rule, scope.modelValue(inverse.source), field)),
      "source": .text("\(schema.models[inverse.source].name).\(field)".filter { $0 != "`" }),
    ])
  }

  // MARK: Attributes

  private func attribute(_ index: Int, of model: Int) -> String {
    let field = schema.models[model].fields[index]
    if case .inverse(let source, of: let inverse, _) = field.kind {
      var rule = DeleteRule.nullify
      if case .toOne(_, _, let declared) = schema.models[source].fields[inverse].kind { rule = declared }
      return relationship(rule, scope.modelValue(source), modelNames[source].stored[inverse]) + " "
    }
    let isUnique = schema.models[model].uniques.contains { isPlain($0, of: schema.models[model], [index]) }
    return isKey(index, of: schema.models[model]) || isUnique ? "@\(swiftData("Attribute"))(.unique) " : ""
  }

  private func relationship(_ rule: DeleteRule, _ type: String, _ property: String) -> String {
    let word =
      switch rule {
      case .cascade: "cascade"
      case .restrict: "deny"
      case .nullify: "nullify"
      case .noAction, .unconstrained: "noAction"
      }
    return "@\(swiftData("Relationship"))(deleteRule: .\(word), inverse: \\\(type).\(property))"
  }

  /// `([\.a, \.b], [\.c])`
  private func constraints(_ lists: [[Int]], of model: Int) -> String? {
    guard !lists.isEmpty else { return nil }
    let names = modelNames[model].stored
    let paths = lists.map { "[" + $0.map { "\\." + names[$0] }.joined(separator: ", ") + "]" }
    return "<\(scope.modelType(model))>(\(paths.joined(separator: ", ")))"
  }
}
