@_spi(Backend) internal import IgataRuntime

/// The rows of a table in the order of their keys, which are read a batch at a time.
final class RowBatches {
  private let table: TableDescription
  /// The columns that are returned, in their order.
  private let columns: [Int]
  private let session: any BackendSession
  /// The cursor; `nil` if the backend has none, so that each batch is a query of its own.
  private let cursor: (any RowCursor)?
  private let size: Int
  /// The query for the next batch.
  private var query: RowQuery

  /// - Parameters:
  ///   - columns: The columns to return, in their order; `nil` for all of the table.
  ///   - key: The key after which to begin.
  ///   - offset: How many rows to skip.
  init(
    _ table: TableDescription, _ columns: [Int]? = nil, after key: [StoredValue]? = nil, offset: Int = 0, size: Int,
    _ session: any BackendSession
  ) async throws(StoreError) {
    query = RowQuery(table, where: key.map { Self.isAfter($0, table) }, offset: offset)
    cursor = try await session.cursor(query)
    query.limit = size
    self.table = table
    self.columns = columns ?? Array(table.columns.indices)
    self.session = session
    self.size = size
  }

  /// The next rows; an empty array at the end.
  func next() async throws(StoreError) -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    rows.reserveCapacity(size)
    if let cursor {
      try await cursor.next(size) { [columns] (reader) throws(StoreError) in
        while reader.next() { rows.append(columns.map { reader.rawValue($0) }) }
      }
      return rows
    }
    try await session.read(query) { [columns] (reader) throws(StoreError) in
      while reader.next() { rows.append(columns.map { reader.rawValue($0) }) }
    }
    if let last = rows.last {
      query.condition = Self.isAfter(table.primaryKey.map { last[columns.firstIndex(of: $0) ?? $0] }, table)
      query.offset = 0
    }
    return rows
  }

  /// The condition for rows after a key.
  private static func isAfter(_ key: [StoredValue], _ table: TableDescription) -> Condition {
    var result = Condition.never
    var equal: [Condition] = []
    for (column, value) in zip(table.primaryKey, key) {
      let expression = QueryExpression.column(RelationPath(), column)
      let greater = Condition.comparison(expression, .greater, .value(value))
      result = .or(result, equal.reduce(greater) { .and($0, $1) })
      equal.append(.comparison(expression, .equal, .value(value)))
    }
    return result
  }
}

extension BackendSession {
  /// The number of rows in a table.
  func count(_ table: TableDescription) async throws(StoreError) -> Int64 {
    guard case .integer(let count)? = try await aggregate(RowQuery(table), by: [], [.count]).first?.first else {
      return 0
    }
    return count
  }

  /// Whether a table has a row with some values.
  func hasRow(_ table: TableDescription, _ columns: [Int], _ values: [StoredValue]) async throws(StoreError) -> Bool {
    var isThere = false
    let query = RowQuery(table, where: .keyIsIn(columns: columns, [values]), limit: 1)
    try await read(query) { (reader) throws(StoreError) in
      while reader.next() { isThere = true }
    }
    return isThere
  }

  /// The greatest key of a table; `nil` if it has no rows.
  func lastKey(_ table: TableDescription) async throws(StoreError) -> [StoredValue]? {
    let order = table.primaryKey.map { Ordering(.column(RelationPath(), $0), isDescending: true) }
    var key: [StoredValue]?
    try await read(RowQuery(table, order: order, limit: 1)) { (reader) throws(StoreError) in
      while reader.next() { key = table.primaryKey.map { reader.rawValue($0) } }
    }
    return key
  }
}
