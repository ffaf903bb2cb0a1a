import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The views for the SwiftData templates.
extension SwiftDataScope {
  private static let fileShape = Shape(
    "source", "imports", "enums", "newtypes", "fixedPoints", "structs", "models", "aliases", "names")
  static let moduleNames = ModuleNames([
    "SwiftData": ["Model", "Attribute", "Relationship", "Unique", "Index"],
    "Swift": [
      "Error", "Codable", "Hashable", "Sendable", "CaseIterable", "RawRepresentable", "CustomStringConvertible",
      "UInt8", "UInt64",
      "max",
    ],
    "Foundation": ["Locale", "NSDecimalNumber", "NSDecimalNumberHandler"],
  ])
  private static let enumShape = Shape("documentation", "name", "rawType", "cases", "open")
  private static let newtypeShape = Shape("documentation", "name", "base")
  private static let fixedShape = Shape("documentation", "name", "scale")
  private static let structShape = Shape(
    "documentation", "name", "properties", "parameters", "given")
  private static let modelShape = Shape(
    "documentation", "name", "properties", "parameters", "given", "accessors", "inverses", "uniques",
    "indexes")
  private static let propertyShape = Shape("documentation", "attribute", "name", "type", "initialValue", "argument")
  private static let accessorShape = Shape(
    "documentation", "name", "internal", "type", "value", "hasName", "clearName")
  private static let inverseShape = Shape("name", "type", "attribute", "source")

  private var names: TemplateValue { Self.moduleNames.view(scope.modifier, scope.typeNames) }

  func fileView(file: Int, source: String) -> Record {
    let declared = scope.declarations(in: file)
    let newtypes = declared.newtypes.map { schema.newtypes[$0] }
    let models = declared.models
    return Record(
      Self.fileShape,
      [
        .text(SourcePaths.inComment(source)), .texts(scope.imports(modules(of: declared))),
        .records(declared.enums.map { view(schema.enums[$0]) }),
        .records(
          newtypes.filter { $0.fixedScale == nil }.map {
            Record(
              Self.newtypeShape,
              [
                documentation($0.origin, $0.deprecation), .text(SwiftIdentifier.type($0.name)),
                .text(scope.typeNames.portable($0.base)),
              ])
          }),
        .records(
          newtypes.filter { $0.fixedScale != nil }.map {
            Record(
              Self.fixedShape,
              [
                documentation($0.origin, $0.deprecation), .text(SwiftIdentifier.type($0.name)),
                .text(SwiftLiteral.integer($0.base.scale)),
              ])
          }),
        .records(declared.structs.map(structView)),
        .made(ViewSource(count: models.count) { modelView(models[$0]) }),
        .records(scope.classAliases(file: file)), names,
      ])
  }

  /// The view of the shared file, which is the same for every schema.
  var supportView: Record { Record(Shape("imports", "names"), [.texts(scope.imports(["Foundation"])), names]) }

  /// The modules that the declarations of a file use. The compiler warns of a public import that no other one uses.
  private func modules(of declared: FileDeclarations) -> [String] {
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

  private func documentation(_ origin: Origin, _ deprecation: String?) -> TemplateValue {
    scope.documentation(origin, deprecatedBecause: deprecation)
  }

  private func view(_ enumeration: EnumType) -> Record {
    Record(
      Self.enumShape,
      [
        documentation(enumeration.origin, enumeration.deprecation), .text(SwiftIdentifier.type(enumeration.name)),
        .text(scope.typeNames.scalar(enumeration.rawType)),
        scope.caseDeclarations(enumeration), scope.openView(of: enumeration),
      ])
  }

  // MARK: Properties

  private func structView(_ index: Int) -> Record {
    let type = schema.structs[index]
    let names = structNames[index]
    let parameters = type.fields.indices.map { parameter(type.fields[$0], names.visible[$0]) }
    return Record(
      Self.structShape,
      [
        documentation(type.origin, type.deprecation), .text(SwiftIdentifier.type(type.name)),
        .records(type.fields.indices.map { property(type.fields[$0], names.stored[$0], names.visible[$0], "") }),
        .texts(parameters), .records(given(type.fields, names)),
      ])
  }

  private func modelView(_ index: Int) -> Record {
    let model = schema.models[index]
    let names = modelNames[index]
    // An object refers to another one itself.
    let all = model.fields.indices.filter { !model.fields[$0].isImplied }
    let fields = all.filter { !model.fields[$0].kind.isInverse }
    let parameters = fields.map { parameter(model.fields[$0], names.visible[$0]) }
    return Record(
      Self.modelShape,
      [
        documentation(model.origin, model.deprecation), .text(SwiftIdentifier.type(model.name)),
        .records(
          all.map {
            property(model.fields[$0], names.stored[$0], names.visible[$0], attribute($0, of: index))
          }),
        .texts(parameters),
        .records(
          fields.map {
            Record(
              Shape.given, [.text(names.stored[$0]), .text(names.visible[$0])])
          }),
        .records(accessors(model.fields, names)), .records(inverses[index].map(view)),
        .optional(constraints(uniques(of: model), of: index)),
        .optional(constraints(indexes(of: model), of: index)),
      ])
  }

  private func given(_ fields: [Field], _ names: ClassNames) -> [Record] {
    fields.indices.map { Record(Shape.given, [.text(names.stored[$0]), .text(names.visible[$0])]) }
  }

  private func property(_ field: Field, _ stored: String, _ visible: String, _ attribute: String) -> Record {
    let initialValue = defaultExpression(field).map { " = " + $0 } ?? ""
    return Record(
      Self.propertyShape,
      [
        documentation(field.origin, field.deprecation), .text(attribute), .text(stored), .text(type(of: field)),
        .text(initialValue == " = nil" ? "" : initialValue), .text(visible),
      ])
  }

  private func parameter(_ field: Field, _ name: String) -> String {
    "\(name): \(type(of: field))" + (defaultExpression(field).map { " = " + $0 } ?? "")
  }

  private func accessors(_ fields: [Field], _ names: ClassNames) -> [Record] {
    fields.indices.compactMap { index in
      guard case .toOne(let target, .wrapper, _) = fields[index].kind else { return nil }
      return Record(
        Self.accessorShape,
        [
          documentation(fields[index].origin, nil), .text(names.visible[index]), .text(names.stored[index]),
          .text(scope.modelType(target)), .text(scope.modelValue(target)),
          .text(SwiftIdentifier.prefixed("has", fields[index].name)),
          .text(SwiftIdentifier.prefixed("clear", fields[index].name)),
        ])
    }
  }

  private func view(_ inverse: Inverse) -> Record {
    let type = scope.modelType(inverse.source)
    let field = modelNames[inverse.source].stored[inverse.field]
    return Record(
      Self.inverseShape,
      [
        .text(inverse.name), .text("[\(type)]"),
        .text(relationship(inverse.rule, scope.modelValue(inverse.source), field)),
        .text("\(schema.models[inverse.source].name).\(field)".filter { $0 != "`" }),
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
      case .noAction: "noAction"
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

extension Shape {
  /// A stored property, and the parameter that it is assigned from.
  fileprivate static let given = Shape("stored", "name")
}
