import IgataSchema
import IgataTemplateLanguage

/// What the templates for Realm see of a schema file, and of what all files share.
extension RealmScope {
  private static let fileShape = Shape(
    "source", "enums", "newtypes", "fixedPoints", "structs", "models", "aliases", "names")
  private static let namesShape = Shape(
    "access", "Object", "EmbeddedObject", "List", "Persisted", "PersistableEnum", "Decimal128", "Realm", "Date", "UUID",
    "Data", "Decimal", "URL", "Error")
  private static let enumShape = Shape("documentation", "name", "rawType", "cases")
  private static let caseShape = Shape("documentation", "declaration")
  private static let newtypeShape = Shape("documentation", "name", "base")
  private static let fixedShape = Shape("documentation", "name", "scale")

  private var names: TemplateValue {
    let foundation: Set<String> = ["Date", "UUID", "Data", "Decimal", "URL"]
    return .view(
      Record(
        Self.namesShape,
        [.text(scope.modifier)]
          + Self.namesShape.names.dropFirst().map { name in
            .text(
              name == "Error"
                ? (scope.isDeclared(name) ? "Swift.Error" : name)
                : foundation.contains(name) ? name : realm(name))
          }))
  }

  func fileView(file: Int, source: String) -> Record {
    let newtypes = schema.newtypes.filter { $0.origin.file == file }
    let structs = schema.structs.indices.filter { schema.structs[$0].origin.file == file }
    let models = schema.models.indices.filter { schema.models[$0].origin.file == file }
    return Record(
      Self.fileShape,
      [
        .text(source + ".igata"),
        .records(schema.enums.filter { $0.origin.file == file }.map(view)),
        .records(newtypes.filter { $0.fixedScale == nil }.map(view)),
        .records(newtypes.filter { $0.fixedScale != nil }.map(fixedView)),
        .records(structs.map(structView)),
        .made(ViewSource(count: models.count) { modelView(models[$0]) }),
        .records(scope.classAliases(file: file)), names,
      ])
  }

  /// What the file sees that is the same for every schema.
  var supportView: Record { Record(Shape("names"), [names]) }

  private func view(_ enumeration: EnumType) -> Record {
    Record(
      Self.enumShape,
      [
        documentation(enumeration.origin, enumeration.deprecation), .text(SwiftIdentifier.type(enumeration.name)),
        .text(enumeration.rawType.rawValue),
        .records(
          enumeration.cases.map {
            Record(
              Self.caseShape, [documentation($0.origin, $0.deprecation), .text(scope.declaration($0))])
          }),
      ])
  }

  private func view(_ newtype: Newtype) -> Record {
    let base = newtype.base == .url ? "URL" : type(newtype.base)
    return Record(
      Self.newtypeShape,
      [documentation(newtype.origin, newtype.deprecation), .text(SwiftIdentifier.type(newtype.name)), .text(base)])
  }

  private func fixedView(_ newtype: Newtype) -> Record {
    Record(
      Self.fixedShape,
      [
        documentation(newtype.origin, newtype.deprecation), .text(SwiftIdentifier.type(newtype.name)),
        .text(SwiftLiteral.integer(newtype.base.scale)),
      ])
  }

  func documentation(_ origin: Origin, _ deprecation: String?) -> TemplateValue {
    guard let deprecation else { return scope.documentation(origin) }
    let lines = origin.documentation
    return scope.documentation(lines + (lines.isEmpty ? [] : [""]) + ["- Warning: Deprecated: \(deprecation)"])
  }
}
