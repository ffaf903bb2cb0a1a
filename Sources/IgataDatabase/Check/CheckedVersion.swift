internal import IgataEvolution
@_spi(Backend) internal import IgataRuntime
internal import IgataSchema
internal import IgataTables
internal import IgataTool

/// A version that is proved.
struct CheckedVersion: Sendable {
  let version: SchemaVersion
  let schema: Schema
  /// The tables in the order in which their rows can be written, those of lists included.
  let tables: [TableDescription]
  /// How rows follow from those of the version before; `nil` for the first version.
  let derivation: RowDerivation?
  /// The functions of the program that the script calls, which only the program has.
  let functions: [String]

  init(_ version: CheckRequest.Version) {
    self.version = SchemaVersion(version.version)
    schema = version.schema
    tables = CopiedTable.all(schema.tables).map(\.table)
    derivation = version.evolution?.rowDerivation
    functions = version.version.ownFunctions.filter { $0.hasPrefix("igata_swift_") }
      .map { String($0.dropFirst("igata_swift_".count)) }
  }

  var number: Int { version.number }

  func table(_ name: String) -> TableDescription? { tables.first { $0.name == name } }
}

extension TableDescription {
  /// The name and the columns of a list's table lead from an owner to a target.
  var isList: Bool { relations.count == 2 && relations[0].name == relations[1].name }

  /// The values of a row's key.
  func key(of row: [StoredValue]) -> [StoredValue] { primaryKey.map { row[$0] } }

  /// The rows to which a row refers, each with the values of the columns that identify it.
  func references(of row: [StoredValue]) -> [RowReference] {
    relations.compactMap { relation in
      let values = relation.columns.map { row[$0] }
      guard !values.isEmpty, !values.contains(.null) else { return nil }
      return RowReference(
        table: relation.targetTable().name, columns: relation.referencedColumns, values: values)
    }
  }
}

/// What identifies the row that a foreign key leads to.
struct RowReference: Hashable {
  let table: String
  let columns: [Int]
  let values: [StoredValue]
}
