@_spi(Backend) internal import IgataRuntime

/// A transaction that waits to be written to a backend.
struct OutboxEntry: Hashable, Sendable {
  /// Counts the transactions of an outbox, from 1.
  var sequence: UInt64
  var operations: [OutboxOperation]
}

extension OutboxEntry: CustomStringConvertible, CustomReflectable {
  /// The number and the operations, without values.
  var description: String { "transaction \(sequence): \(operations.map(\.description).joined(separator: ", "))" }

  /// What `dump` and debuggers show: no more than ``description``.
  var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// One thing that a transaction does.
struct OutboxOperation: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    case insert, update, save, delete

    init(_ kind: RowWrite.Kind) {
      switch kind {
      case .insert: self = .insert
      case .update: self = .update
      case .save: self = .save
      }
    }

    var writeKind: RowWrite.Kind? {
      switch self {
      case .insert: .insert
      case .update: .update
      case .save: .save
      case .delete: nil
      }
    }
  }

  var kind: Kind
  /// The table's name.
  var table: String
  /// The names of the columns that a row holds: all of the table's, or those of the key where rows are deleted.
  var columns: [String]
  var rows: [[StoredValue]]

  init(_ kind: Kind, _ table: TableDescription, _ rows: [[StoredValue]]) {
    self.kind = kind
    self.table = table.name
    columns = (kind == .delete ? table.primaryKey : Array(table.columns.indices)).map { table.columns[$0].name }
    self.rows = rows
  }

  init(kind: Kind, table: String, columns: [String], rows: [[StoredValue]]) {
    self.kind = kind
    self.table = table
    self.columns = columns
    self.rows = rows
  }

  /// The rows in the order of the table's columns as they are now. Throws where a column is not there any more, or is
  /// new and can't be null.
  func rows(in description: TableDescription) throws(StoreError) -> [[StoredValue]] {
    let wanted = kind == .delete ? description.primaryKey : Array(description.columns.indices)
    let names = wanted.map { description.columns[$0].name }
    if names == columns { return rows }
    if let gone = columns.first(where: { !names.contains($0) }) {
      throw mismatch(gone, "is not in the schema any more")
    }
    var places: [Int?] = []
    for column in wanted {
      let place = columns.firstIndex(of: description.columns[column].name)
      if place == nil, !description.columns[column].isNullable, description.columns[column].storedDefault == nil {
        throw mismatch(description.columns[column].name, "is new, and has no default")
      }
      places.append(place)
    }
    return rows.map { row in
      zip(wanted, places).map { column, place in
        place.map { row[$0] } ?? description.columns[column].storedDefault ?? .null
      }
    }
  }

  private func mismatch(_ column: String, _ problem: String) -> StoreError {
    .schemaMismatch(
      table: table, column: column, problem: "\(problem), and a write in the outbox was made before",
      help: "empty the outbox before the schema changes")
  }
}

extension OutboxOperation: CustomStringConvertible, CustomReflectable {
  /// What is done to which table, without values.
  var description: String { "\(kind) \(table), \(rows.count) \(rows.count == 1 ? "row" : "rows")" }

  /// What `dump` and debuggers show: no more than ``description``.
  var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension BackendSession {
  /// Writes rows; throws where one was to be updated and is not there.
  func apply(
    _ kind: RowWrite.Kind, _ table: TableDescription, _ rows: [[StoredValue]]
  ) async throws(StoreError) {
    let count = try await write(RowWrite(kind, table, count: rows.count)) { (writer) throws(StoreError) in
      for row in rows {
        for (column, value) in row.enumerated() { writer.rawValue(column, value) }
        guard writer.finishRow() else { break }
      }
      if let error = writer.fault?.writingError(table) { throw error }
    }
    if count < rows.count {
      throw .notFound(model: table.model, key: table.keyText(table.primaryKey.map { rows[count][$0] }))
    }
  }

  /// Does what an operation says.
  func apply(_ operation: OutboxOperation, _ table: TableDescription) async throws(StoreError) {
    let rows = try operation.rows(in: table)
    guard let kind = operation.kind.writeKind else {
      _ = try await delete(RowQuery(table, where: .keyIsIn(columns: table.primaryKey, rows)))
      return
    }
    try await apply(kind, table, rows)
  }
}
