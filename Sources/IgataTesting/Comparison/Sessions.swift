@_spi(Backend) internal import IgataRuntime

/// The result of a backend.
enum Answer: Equatable, CustomStringConvertible {
  case rows([StoredRow])
  /// Which row or which calculation overflows first is unspecified.
  case overflow
  case failure(StoreError)

  var description: String {
    switch self {
    case .rows(let rows): "\(rows.count) rows: \(rows)"
    case .overflow: "an overflow"
    case .failure(let error): "\(error)"
    }
  }
}

/// A question for which two backends return different results.
struct Mismatch {
  var question: Question
  var expected: Answer
  var found: Answer
}

/// A session on each of two backends.
struct Sessions {
  private let expected: any BackendSession
  private let found: any BackendSession
  private let tables: [TableDescription]

  init(_ expected: any BackendSession, _ found: any BackendSession, _ tables: [TableDescription]) {
    self.expected = expected
    self.found = found
    self.tables = tables
  }

  func end() async {
    await expected.rollback()
    await found.rollback()
  }

  func mismatch(_ question: Question) async -> Mismatch? {
    let expected = await answer(question, expected)
    let found = await answer(question, found)
    if expected == found || question.leavesOpen(expected, found) { return nil }
    return Mismatch(question: question, expected: expected, found: found)
  }

  /// The smallest question derived from this one whose results still differ.
  func smallest(_ mismatch: Mismatch) async -> Mismatch {
    var result = mismatch
    search: while true {
      for part in result.question.parts {
        guard let smaller = await self.mismatch(part) else { continue }
        result = smaller
        continue search
      }
      return result
    }
  }

  private func answer(_ question: Question, _ session: any BackendSession) async -> Answer {
    do throws(StoreError) {
      switch question {
      case .rows(let query, let isWhole):
        try query.check()
        let table = try query.resultTable()
        return .rows(try await session.rows(query, isWhole ? Array(table.columns.indices) : table.primaryKey))
      case .aggregates(let query, let groups, let aggregates):
        try query.check()
        try query.check(aggregates, by: groups)
        return .rows(try await session.aggregate(query, by: groups, aggregates))
      case .deletion(let query):
        try query.check()
        return .rows(try await remainder(query, session))
      }
    } catch .overflow {
      return .overflow
    } catch .foreignKey {
      // If several relations prevent the deletion, it is unspecified which one is reported.
      return .failure(.foreignKey(model: "", field: ""))
    } catch {
      return .failure(error)
    }
  }

  /// The rows that remain after a deletion, which is then rolled back.
  private func remainder(_ query: RowQuery, _ session: any BackendSession) async throws(StoreError) -> [StoredRow] {
    let point = try await session.savepoint()
    var rows: [StoredRow] = []
    var failure: StoreError?
    do throws(StoreError) {
      rows.append([.integer(Int64(try await session.delete(query)))])
      for table in tables { rows += try await session.rows(RowQuery(table), Array(table.columns.indices)) }
    } catch {
      failure = error
    }
    try await session.rollBack(to: point)
    if let failure { throw failure }
    return rows
  }
}

extension Question {
  /// Whether both results are correct. With several terms, a backend may or may not evaluate one whose value no longer
  /// matters, which may overflow: for `x == 7 && 10 + x > 3`, SQLite calculates `10 + 7` even if no row contains 7.
  fileprivate func leavesOpen(_ left: Answer, _ right: Answer) -> Bool {
    (left == .overflow) != (right == .overflow) && query.condition?.hasSeveralTerms == true
  }
}

extension Condition {
  fileprivate var hasSeveralTerms: Bool {
    switch kind {
    case .all, .any, .exists: true
    case .not(let condition): condition.hasSeveralTerms
    default: false
    }
  }
}

extension BackendSession {
  fileprivate func rows(_ query: RowQuery, _ columns: [Int]) async throws(StoreError) -> [StoredRow] {
    var rows: [StoredRow] = []
    try await read(query) { reader in
      while reader.next() { rows.append(columns.map { reader.rawValue($0) }) }
    }
    return rows
  }
}
