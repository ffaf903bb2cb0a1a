internal import Foundation
internal import IgataTables
internal import Synchronization

/// A session that asks for the plan of each query that a load reads by, instead of reading.
///
/// Each query finds made-up rows, whose keys are those that the query looks for, so that the load continues with the
/// queries for relations and lists.
final class ExplainingSession: ReadingSession {
  /// How many rows a query finds. A backend may list fewer keys in the statement.
  private static let rowCount = 16

  private let base: any BackendSession
  private let explained = Mutex<[QueryPlan]>([])

  init(_ base: any BackendSession) { self.base = base }

  /// The plan of the first query, with those of the others.
  var plan: QueryPlan? {
    explained.withLock { plans in
      guard var first = plans.first else { return nil }
      first.related = Array(plans.dropFirst())
      return first
    }
  }

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    let plan = try await base.explain(.rows(query))
    explained.withLock { $0.append(plan) }
    try ValueRowCursor(try Self.rows(query)).read { (row) throws(StoreError) in
      // A type of the program may not accept a made-up value. The model is then a placeholder.
      do throws(StoreError) { try consume(&row) } catch { if row.fault == nil { throw error } }
    }
  }

  /// Rows with the keys that the query looks for, if it looks for some, and with numbered values otherwise.
  private static func rows(_ query: RowQuery) throws(StoreError) -> [[StoredValue]] {
    let table = try query.resultTable()
    let (columns, keys) = query.condition?.keys ?? ([], KeyList(width: 1, values: []))
    let indexes = columns.map { column in
      query.values.map { $0.firstIndex(of: .column(RelationPath(), column)) } ?? column
    }
    return (0..<max(rowCount, keys.count)).map { number in
      var row = table.columns.map { $0.type.madeUpValue(number) }
      if keys.isEmpty { return row }
      for case (let index?, let value) in zip(indexes, keys[number % keys.count]) { row[index] = value }
      return row
    }
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    throw Self.refusal
  }

  func commit() async throws(StoreError) { throw Self.refusal }
  func rollback() async {}

  static let refusal = StoreError.misuse(reason: "only queries for rows are explained")
}

extension Condition {
  /// The keys to which it restricts the rows, and their columns; `nil` if it doesn't.
  fileprivate var keys: (columns: [Int], keys: KeyList)? {
    switch kind {
    case .keyIsIn(let columns, let keys): (columns, keys)
    case .all(let terms): terms.lazy.compactMap(\.keys).first
    default: nil
    }
  }
}

extension ColumnType {
  /// A value of this type that differs from those of other numbers, if that is simple.
  fileprivate func madeUpValue(_ number: Int) -> StoredValue {
    switch blankValue {
    case .integer where isScalar: .integer(Int64(number))
    case .text where isScalar: .text(String(number))
    case .uuid:
      .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number))))
    case .date: .date(microseconds: Int64(number))
    case .day(let first): .day(first.adding(days: number) ?? first)
    case let blank: blank
    }
  }

  private var isScalar: Bool { if case .scalar = self { true } else { false } }
}
