import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import TestSupport

typealias Row = [StoredValue]

extension BackendSession {
  @discardableResult
  func write(_ kind: RowWrite.Kind, _ table: TableDescription, _ rows: [Row]) async throws(StoreError) -> [Int64?] {
    var keys: [Int64?] = []
    _ = try await write(RowWrite(kind, table, count: rows.count)) { writer in
      for row in rows {
        for (column, value) in row.enumerated() { writer.rawValue(column, value) }
        guard writer.finishRow() else { return }
        keys.append(writer.generatedKey)
      }
    }
    return keys
  }

  func rows(_ query: RowQuery) async throws(StoreError) -> [Row] {
    var rows: [Row] = []
    try await read(query) { reader in
      while reader.next() { rows.append(query.table.columns.indices.map { reader.rawValue($0) }) }
    }
    return rows
  }
}

extension Backend {
  /// One session that writes, committed where `body` does not throw.
  @discardableResult
  func writing<Result: Sendable>(
    _ body: (any BackendSession) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    try await inSession(.write, body)
  }

  func rows(_ query: RowQuery) async throws(StoreError) -> [Row] {
    let session = try await begin(.singleRead)
    do {
      let rows = try await session.rows(query)
      await session.rollback()
      return rows
    } catch {
      await session.rollback()
      throw error
    }
  }
}

extension Scratch {
  func path() -> String { path("test.sqlite") }
}

/// What a call throws, or nothing.
func failure<Result>(_ body: () async throws(StoreError) -> Result) async -> StoreError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}

extension StoredValue {
  /// A UUID that is told apart by a number.
  static func key(_ number: UInt8) -> StoredValue {
    .uuid(UUID(uuid: (number &* 37, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
  }
}
