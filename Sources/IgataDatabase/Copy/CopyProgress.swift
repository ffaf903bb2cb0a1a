@_spi(Backend) internal import IgataRuntime

/// The progress of each table, which is stored in the target database in the same transactions as the rows.
struct CopyProgress: Sendable {
  struct Entry: Hashable, Sendable {
    /// The hash of the schema when the copy began.
    var schema: String
    /// Whether all rows are written.
    var isWritten = false
    /// How many rows have their relations to later rows.
    var linked: Int64 = 0
    /// Whether the whole copy was compared.
    var isDone = false
  }

  static let table = TableDescription(
    """
    table CopyProgress igata_copy
    column name string
    column schema_hash of schemaHash string
    column is_written of isWritten bool
    column linked int64
    column is_done of isDone bool
    key name
    """)

  private(set) var entries: [String: Entry] = [:]

  init(_ session: any BackendSession) async throws(StoreError) {
    var rows: [[StoredValue]] = []
    try await session.read(RowQuery(Self.table)) { (reader) throws(StoreError) in
      while reader.next() { rows.append(Self.table.columns.indices.map { reader.rawValue($0) }) }
    }
    for row in rows {
      guard case .text(let name) = row[0], case .text(let schema) = row[1], case .bool(let isWritten) = row[2],
        case .integer(let linked) = row[3], case .bool(let isDone) = row[4]
      else { continue }
      entries[name] = Entry(schema: schema, isWritten: isWritten, linked: linked, isDone: isDone)
    }
  }

  subscript(_ table: CopiedTable) -> Entry { entries[table.name] ?? Entry(schema: "") }

  /// Writes the progress of a table. It takes effect when the session is committed.
  mutating func set(
    _ entry: Entry, of table: CopiedTable, _ session: any BackendSession
  ) async throws(StoreError) {
    let row: [StoredValue] = [
      .text(table.name), .text(entry.schema), .bool(entry.isWritten), .integer(entry.linked), .bool(entry.isDone),
    ]
    _ = try await session.write(RowWrite(.save, Self.table, count: 1)) { (writer) throws(StoreError) in
      for (column, value) in row.enumerated() { writer.rawValue(column, value) }
      _ = writer.finishRow()
    }
    entries[table.name] = entry
  }
}
