#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// Compares how a cluster spreads the rows of a table with what the schema says.
struct Spreading {
  let table: TableDescription
  let found: Catalog.Spread?

  /// A cluster never moves a row because of what the schema says.
  var difference: SchemaDifference? {
    guard let found, let wanted = table.distribution else { return nil }
    let column: String? =
      switch wanted {
      case .column(let column): table.columns[column].name
      case .reference: nil
      }
    guard found != column.map({ .column($0.serverName) }) ?? .reference else { return nil }
    let expected = column.map { "rows spread by '\($0)'" } ?? "all rows on every server"
    return SchemaDifference(
      table: table.name, column: column, field: table.model, found: found.words, expected: expected,
      help: "change the schema back, or move the rows by: \(statements(from: found, by: column))")
  }

  /// A table that the cluster keeps on one server, although the schema spreads it, works, and is of no use there.
  var note: PrepareReport.Note? {
    guard found == nil, table.distribution != nil else { return nil }
    return PrepareReport.Note(
      table: table.name, column: nil, field: table.model,
      text: "the cluster keeps all rows on one server, which the schema spreads; "
        + "make the table by the file that 'igata generate --target citus' writes")
  }

  /// The statements that spread the table's rows by a column, or keep all of them everywhere.
  private func statements(from found: Catalog.Spread, by column: String?) -> String {
    let name = table.name.quotedServerName.quotedText
    guard let column else { return "SELECT undistribute_table(\(name)); SELECT create_reference_table(\(name));" }
    if found == .reference {
      return "SELECT undistribute_table(\(name)); SELECT create_distributed_table(\(name), \(column.quotedText));"
    }
    return "SELECT alter_distributed_table(\(name), distribution_column := \(column.quotedText));"
  }

  /// The column that the table's key has in front of the schema's, because rows are spread by it.
  static func column(inFrontOf key: [String], _ table: TableDescription) -> Int? {
    guard case .column(let column)? = table.distribution, !table.primaryKey.contains(column) else { return nil }
    let names = ([column] + table.primaryKey).map { table.columns[$0].name.serverName }
    return key == names ? column : nil
  }
}

extension Catalog.Spread {
  fileprivate var words: String {
    switch self {
    case .column(let name): "rows spread by '\(name)'"
    case .reference: "all rows on every server"
    }
  }
}

#endif
