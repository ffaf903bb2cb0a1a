import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The views of a schema file, and of the shared file, for the Realm templates.
extension RealmScope {
  private static let fileShape = Shape(
    "source", "imports", "enums", "newtypes", "fixedPoints", "structs", "models", "aliases", "names")
  static let moduleNames = ModuleNames([
    "RealmSwift": [
      "Object", "EmbeddedObject", "List", "Persisted", "PersistableEnum", "Decimal128", "Realm", "RealmCollectionValue",
      "LinkingObjects",
    ],
    "Swift": [
      "Error", "CustomStringConvertible", "RawRepresentable", "FixedWidthInteger", "BinaryInteger", "Array", "Set",
      "ObjectIdentifier", "UInt8", "UInt64", "max", "type",
    ],
    "Foundation": ["Locale", "NSNull", "NSDecimalNumber", "NSDecimalNumberHandler"],
  ])
  private static let enumShape = Shape("documentation", "name", "rawType", "cases", "open")
  private static let newtypeShape = Shape("documentation", "name", "base")
  private static let fixedShape = Shape("documentation", "name", "scale")

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
        .records(newtypes.filter { $0.fixedScale == nil }.map(view)),
        .records(newtypes.filter { $0.fixedScale != nil }.map(fixedView)),
        .records(declared.structs.map(structView)),
        .made(ViewSource(count: models.count) { modelView(models[$0]) }),
        .records(scope.classAliases(file: file)), names,
      ])
  }

  /// The view of the shared file, which is the same for every schema.
  var supportView: Record {
    Record(Shape("imports", "names"), [.texts(scope.imports(["Foundation", "RealmSwift"])), names])
  }

  /// The modules that the declarations of a file use. The compiler warns of a public import that no other one uses.
  private func modules(of declared: FileDeclarations) -> [String] {
    let bases = declared.newtypes.map { schema.newtypes[$0].base }
    let usesFoundation =
      bases.contains(where: isOfFoundation) || scope.fields(of: declared).contains(where: isOfFoundation)
    let usesRealm =
      !(declared.enums + declared.structs + declared.models).isEmpty
      || bases.contains { $0.number == .fixed || $0.storage == .decimal }
    return (usesFoundation ? ["Foundation"] : []) + (usesRealm ? ["RealmSwift"] : [])
  }

  private func isOfFoundation(_ field: Field) -> Bool {
    switch field.kind {
    // A property returns the URL whose text is stored. A list has the texts.
    case .value(let type, _): scope.base(of: type).map(isOfFoundation) ?? false
    case .list(let type): scope.base(of: type).map { isOfFoundation($0) && $0 != .url } ?? false
    case .embedded, .toOne, .inverse, .ordered: false
    }
  }

  /// Whether Realm stores the scalar in a type of Foundation, or a property has one.
  private func isOfFoundation(_ scalar: Scalar) -> Bool { scalar.module == .foundation && scalar.storage != .decimal }

  private func view(_ enumeration: EnumType) -> Record {
    Record(
      Self.enumShape,
      [
        documentation(enumeration.origin, enumeration.deprecation), .text(SwiftIdentifier.type(enumeration.name)),
        .text(scope.typeNames.scalar(enumeration.rawType)),
        scope.caseDeclarations(enumeration), scope.openView(of: enumeration),
      ])
  }

  private func view(_ newtype: Newtype) -> Record {
    let base = newtype.base == .url ? scope.typeNames.scalar(.url) : type(newtype.base)
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
    scope.documentation(origin, deprecatedBecause: deprecation)
  }
}
