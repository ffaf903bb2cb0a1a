import IgataDiagnostics
import IgataTables
import IgataTemplateLanguage

/// The declarations of modules that the generated code of one target refers to.
///
/// A declaration of the schema, or of the program's own sources, hides a module's declaration with the same name. The
/// generated code then qualifies the name with that of the module.
struct ModuleNames: Sendable {
  /// The names that generated models use.
  static let swift = ModuleNames([
    "IgataRuntime": [
      "PersistableSchema", "MigratingSchema", "VersionedSchema", "SchemaMigrations", "SchemaVersion",
      "MigrationFunction", "PersistableModel", "PersistableEnum", "PersistableNewtype", "PersistableStruct",
      "FixedPoint", "FixedPointLiteral", "ColumnConstraints", "TableDescription", "RowReader", "RowWriter",
      "PersistableKey", "StoredValue", "RelationVisitor", "SaveStamp", "StoreError", "UnknownKeys", "ConversionError",
      "ModelOrigin", "OriginalRow", "Reference", "OwnedReference", "LinkedReference", "ReferenceList", "Column",
      "ToOne", "RelatedColumns", "Query",
    ],
    "Foundation": [],
    "Swift": [
      "Sendable", "CustomStringConvertible", "CustomReflectable", "Mirror", "Identifiable", "CodingKey", "Decoder",
      "Encoder",
    ],
  ], others: ["originCall", "originalCall", "table", "tableCall", "constraints"])

  /// All names that the code of any target uses.
  static let used = [swift, RealmScope.moduleNames, SwiftDataScope.moduleNames].flatMap(\.all)
    + SwiftDataScope.macroNames

  private let modules: [(module: String, names: [String])]
  private let shape: Shape
  /// All names, the modules' own among them.
  private let all: [String]

  /// The scalars of each module are added to its names.
  ///
  /// - Parameter others: Names of the view for templates that aren't declarations of a module.
  init(_ modules: KeyValuePairs<String, [String]>, others: [String] = []) {
    let modules = modules.map { (module: $0.key, names: $0.value + Scalar.swiftTypes(of: $0.key)) }
    self.modules = modules
    shape = Shape(["access"] + modules.flatMap(\.names) + others)
    all = modules.flatMap { [$0.module] + $0.names }
  }

  /// The view for templates: the access modifier, and each name, qualified if necessary.
  ///
  /// - Parameter others: The other names of the view, in their order.
  func view(_ modifier: String, _ typeNames: TypeNames, others: [String] = []) -> TemplateValue {
    let names = modules.flatMap { module, names in names.map { typeNames.name($0, of: module) } }
    return .view(Record(shape, ([modifier] + names + others).map { .text($0) }))
  }

  /// Reports each declaration that hides a module whose name has to qualify others.
  func hiddenModules(_ scope: GenerationScope) -> [Diagnostic] {
    modules.flatMap { module, names -> [Diagnostic] in
      let name = names.first(where: scope.typeNames.isHidden) ?? (module == "IgataRuntime" ? "GeneratedCode" : nil)
      guard let name, scope.typeNames.isHidden(module) else { return [] }
      let ranges = scope.schema.declaredTypes.filter { $0.name == module }.map(\.origin.range)
      return (ranges + [scope.siblings.hiding[module]].compactMap { $0 }).map {
        .hiddenModule(module, of: name, at: $0)
      }
    }
  }
}

extension Scalar {
  /// The Swift types of the scalars that a module declares.
  fileprivate static func swiftTypes(of module: String) -> [String] {
    var types: [String] = []
    for scalar in allCases where scalar.module.name == module && !types.contains(scalar.swiftType) {
      types.append(scalar.swiftType)
    }
    return types
  }
}

extension Scalar.Module {
  /// The name of the module.
  var name: String {
    switch self {
    case .swift: "Swift"
    case .foundation: "Foundation"
    case .runtime: "IgataRuntime"
    }
  }
}
