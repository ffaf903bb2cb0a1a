@_spi(Backend) internal import IgataRuntime

/// A transaction that is queued for a backend.
struct OutboxEntry: Hashable, Sendable {
  /// The number of the transaction in its outbox, starting at 1.
  var sequence: UInt64
  /// The version of the schema that its rows have; 0 if it is unknown, which is so without migrations.
  var schemaVersion: UInt32 = 0
  var operations: [OutboxOperation]
}

extension OutboxEntry: ShownByDescription {
  /// The number and the operations, without values.
  var description: String { "transaction \(sequence): \(operations.map(\.description).joined(separator: ", "))" }
}

/// An operation of a transaction.
struct OutboxOperation: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    case insert, update, save, delete, insertMissing

    init(_ kind: RowWrite.Kind) {
      switch kind {
      case .insert: self = .insert
      case .update: self = .update
      case .save: self = .save
      case .insertMissing: self = .insertMissing
      }
    }

    /// Whether it writes a row whether one is there or not.
    var isOverwriting: Bool { self != .delete && self != .insertMissing }

    var writeKind: RowWrite.Kind? {
      switch self {
      case .insert: .insert
      case .update: .update
      case .save: .save
      case .insertMissing: .insertMissing
      case .delete: nil
      }
    }
  }

  var kind: Kind
  /// The table's name.
  var table: String
  /// The names of the columns of a row: all of the table's, or those of the key if rows are deleted.
  var columns: [String]
  /// The names of the columns in which a row that is there gets new values; `nil` for all.
  var changed: [String]?
  var rows: [[StoredValue]]

  init(_ kind: Kind, _ table: TableDescription, _ rows: [[StoredValue]], changed: [Int]? = nil) {
    self.changed = changed.map { $0.map { table.columns[$0].name } }
    self.kind = kind
    self.table = table.name
    columns = (kind == .delete ? table.primaryKey : Array(table.columns.indices)).map { table.columns[$0].name }
    self.rows = rows
  }

  init(kind: Kind, table: String, columns: [String], changed: [String]? = nil, rows: [[StoredValue]]) {
    self.changed = changed
    self.kind = kind
    self.table = table
    self.columns = columns
    self.rows = rows
  }

  /// The rows in the order of the table's current columns. Throws if a column no longer exists, or is new and can't be
  /// null.
  func rows(in description: TableDescription) throws(StoreError) -> [[StoredValue]] {
    let wanted = kind == .delete ? description.primaryKey : Array(description.columns.indices)
    let names = wanted.map { description.columns[$0].name }
    if names == columns { return rows }
    if let gone = columns.first(where: { !names.contains($0) }) {
      throw mismatch(gone, "is not in the schema any more")
    }
    var indexes: [Int?] = []
    for column in wanted {
      let index = columns.firstIndex(of: description.columns[column].name)
      if index == nil, !description.columns[column].isNullable, description.columns[column].storedDefault == nil {
        throw mismatch(description.columns[column].name, "is new, and has no default")
      }
      indexes.append(index)
    }
    return rows.map { row in
      zip(wanted, indexes).map { column, index in
        index.map { row[$0] } ?? description.columns[column].storedDefault ?? .null
      }
    }
  }

  /// The write of the operation's rows; `nil` if it deletes them. Throws if a changed column no longer exists.
  ///
  /// - Parameter kind: Another kind of write than the operation's own.
  func write(_ kind: RowWrite.Kind? = nil, in table: TableDescription) throws(StoreError) -> RowWrite? {
    guard let kind = kind ?? self.kind.writeKind else { return nil }
    var write = RowWrite(kind, table, count: rows.count)
    guard let changed else { return write }
    var columns: [Int] = []
    for name in changed {
      guard let column = table.columns.firstIndex(where: { $0.name == name }) else {
        throw mismatch(name, "is not in the schema any more")
      }
      columns.append(column)
    }
    write.columns = columns
    return write
  }

  private func mismatch(_ column: String, _ problem: String) -> StoreError {
    .schemaMismatch(
      table: table, column: column, problem: "\(problem), but a write in the outbox is older",
      help: "empty the outbox before the schema changes")
  }
}

extension OutboxOperation: ShownByDescription {
  /// The kind of operation and the table, without values.
  var description: String { "\(kind) \(table), \(rows.count) \(rows.count == 1 ? "row" : "rows")" }
}

extension BackendSession {
  /// Writes rows. Throws if a row to update doesn't exist.
  func apply(_ write: RowWrite, _ rows: [[StoredValue]]) async throws(StoreError) {
    let table = write.table
    let count = try await self.write(write) { (writer) throws(StoreError) in
      for row in rows {
        for (column, value) in row.enumerated() { writer.rawValue(column, value) }
        guard writer.finishRow() else { break }
      }
      if let error = writer.fault?.writingError(table) { throw error }
    }
    if count < rows.count, write.kind != .insertMissing {
      throw .notFound(model: table.model, key: table.keyText(table.primaryKey.map { rows[count][$0] }))
    }
  }

  /// Performs an operation.
  func apply(_ operation: OutboxOperation, _ table: TableDescription) async throws(StoreError) {
    let rows = try operation.rows(in: table)
    guard let write = try operation.write(in: table) else {
      _ = try await delete(RowQuery(table, keys: rows))
      return
    }
    try await apply(write, rows)
  }
}
