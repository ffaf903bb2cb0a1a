internal import IgataEvolution
@_spi(Backend) internal import IgataRuntime
internal import IgataSamples
internal import IgataSchema
internal import IgataTables
internal import IgataTool

/// A version that is proved.
struct CheckedVersion: Sendable {
  var version: SchemaVersion
  let schema: Schema
  /// The tables in the order in which their rows can be written, those of lists included.
  let tables: [TableDescription]
  /// How rows follow from those of the version before; `nil` for the first version.
  let derivation: RowDerivation?
  /// Whether the author added statements that change rows, of which the schemas say nothing.
  let hasOwnSQL: Bool
  /// Whether it has a change that can stop for rows, which `@allow(may-stop)` has allowed.
  let mayStop: Bool

  init(_ version: CheckRequest.Version) {
    self.version = SchemaVersion(version.version)
    schema = version.schema
    tables = CopiedTable.all(schema.tables).map(\.table)
    derivation = version.evolution?.rowDerivation(in: version.version.script.dialect)
    mayStop = version.evolution?.changes.contains { $0.effect == .guarded } ?? false
    hasOwnSQL = self.version.steps.contains { if case .own = $0 { true } else { false } }
  }

  var number: Int { version.number }

  /// The version without what its author defines in addition to the schema, which can refuse rows or change them.
  var withoutObjects: CheckedVersion {
    var copy = self
    copy.version = SchemaVersion(
      version.number, version.name, sum: version.sum, compatibleFrom: version.compatibleFrom,
      functions: version.functions,
      steps: version.steps.filter { if case .object = $0 { false } else { true } })
    return copy
  }

  /// The functions of the program that the script calls, which only the program has.
  var functions: [String] { version.functions }

  /// The columns that are null only if their optional struct is missing.
  var requiredColumns: Set<ColumnLocation> {
    var locations: Set<ColumnLocation> = []
    for model in schema.models {
      for (index, column) in model.columns.enumerated() where column.isNullable {
        switch schema.leafField(of: column, in: model)?.kind {
        case .value(_, isOptional: false), .list: break
        default: continue
        }
        locations.insert(ColumnLocation(table: model.table, column: index))
      }
    }
    return locations
  }

  func table(_ name: String) -> TableDescription? { tables.first { $0.name == name } }
}
