#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// Compares how a cluster distributes the rows of a table with the schema.
struct DistributionComparison {
  let table: TableDescription
  let found: Catalog.Distribution?

  /// `prepare` never moves the rows of a cluster to match the schema.
  var difference: SchemaDifference? {
    guard let found, let wanted = table.distribution else { return nil }
    let column: String? =
      switch wanted {
      case .column(let column): table.columns[column].name
      case .reference: nil
      }
    guard found != column.map({ .column($0.serverName) }) ?? .reference else { return nil }
    let expected = column.map { "rows distributed by '\($0)'" } ?? "all rows on every server"
    return SchemaDifference(
      table: table.name, column: column, field: table.model, found: found.summary, expected: expected,
      help: "change the schema back, or move the rows by: \(statements(from: found, by: column))")
  }

  /// A table that is on one server, although the schema distributes it, works without the benefits of the cluster.
  var note: PrepareReport.Note? {
    guard found == nil, table.distribution != nil else { return nil }
    return PrepareReport.Note(
      table: table.name, column: nil, field: table.model,
      text: "the cluster keeps all rows on one server, although the schema distributes them; "
        + "create the table with the file that 'igata generate --target citus' writes")
  }

  /// The statements that distribute the table's rows by a column, or replicate all of them to every server.
  private func statements(from found: Catalog.Distribution, by column: String?) -> String {
    let name = PostgreSQLDialect().literal(PostgreSQLDialect().identifier(table.name))
    guard let column = column.map({ PostgreSQLDialect().literal($0) }) else {
      return "SELECT undistribute_table(\(name)); SELECT create_reference_table(\(name));"
    }
    if found == .reference {
      return "SELECT undistribute_table(\(name)); SELECT create_distributed_table(\(name), \(column));"
    }
    return "SELECT alter_distributed_table(\(name), distribution_column := \(column));"
  }

  /// The column before those of the schema in the table's primary key, because rows are distributed by it.
  static func column(before key: [String], _ table: TableDescription) -> Int? {
    guard case .column(let column)? = table.distribution, !table.primaryKey.contains(column) else { return nil }
    let names = ([column] + table.primaryKey).map { table.columns[$0].name.serverName }
    return key == names ? column : nil
  }
}

extension Catalog.Distribution {
  fileprivate var summary: String {
    switch self {
    case .column(let name): "rows distributed by '\(name)'"
    case .reference: "all rows on every server"
    }
  }
}

#endif
