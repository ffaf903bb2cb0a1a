@_spi(Backend) internal import IgataRuntime
public import Synchronization

/// What the statistics tell apart of a statement.
@_spi(Backend) public enum StatementKind: Sendable {
  case read, write, transaction, other

  /// The kind of a statement, by its first word.
  public init(_ sql: String) { self = Self.kinds[Self.firstLetters(of: sql)] ?? .other }

  private static let kinds = Dictionary(
    uniqueKeysWithValues: [
      (["SELECT", "FETCH", "DECLARE", "VALUES", "WITH", "EXPLAIN"], StatementKind.read),
      (["INSERT", "UPDATE", "DELETE", "REPLACE", "COPY", "MERGE"], .write),
      (["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"], .transaction),
    ].flatMap { words, kind in words.map { (firstLetters(of: $0), kind) } })

  /// The first word in upper case, up to 8 letters, as a number: this is done for each statement that is sent.
  private static func firstLetters(of sql: String) -> UInt64 {
    var letters: UInt64 = 0
    for byte in sql.utf8.drop(while: { $0 <= UInt8(ascii: " ") }).prefix(8) {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF) else { break }
      letters = letters << 8 | UInt64(byte & 0xDF)
    }
    return letters
  }
}

/// Counts the statements of one connection. Its user counts, and anybody reads.
@_spi(Backend) public final class StatementCounts: Sendable {
  @usableFromInline struct Counter: ~Copyable, Sendable {
    @usableFromInline let statements = Atomic(0)
    @usableFromInline let errors = Atomic(0)

    @inlinable init() {}

    @inlinable @inline(__always)
    func count(isError: Bool) {
      if isError { StatementCounts.increment(errors) } else { StatementCounts.increment(statements) }
    }

    fileprivate var count: StatementStatistics.Count {
      var count = StatementStatistics.Count()
      count.statements = statements.load(ordering: .relaxed)
      count.errors = errors.load(ordering: .relaxed)
      return count
    }
  }

  @usableFromInline let read = Counter()
  @usableFromInline let write = Counter()
  @usableFromInline let transaction = Counter()
  @usableFromInline let other = Counter()

  public init() {}

  /// Counts a statement that is run.
  @inlinable public func add(_ kind: StatementKind) { count(kind, isError: false) }

  /// Counts a statement that failed.
  @inline(never)
  public func addError(_ kind: StatementKind) { count(kind, isError: true) }

  @inlinable @inline(__always)
  func count(_ kind: StatementKind, isError: Bool) {
    switch kind {
    case .read: read.count(isError: isError)
    case .write: write.count(isError: isError)
    case .transaction: transaction.count(isError: isError)
    case .other: other.count(isError: isError)
    }
  }

  /// One user counts at a time, so that no other one is between the two.
  @inlinable static func increment(_ counter: borrowing Atomic<Int>) {
    counter.store(counter.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// What was counted so far.
  var statistics: StatementStatistics {
    var statistics = StatementStatistics()
    statistics.read = read.count
    statistics.write = write.count
    statistics.transaction = transaction.count
    statistics.other = other.count
    return statistics
  }
}

extension StatementStatistics {
  /// Adds what was counted elsewhere.
  mutating func add(_ others: StatementStatistics) {
    for part in [\StatementStatistics.read, \.write, \.transaction, \.other] {
      self[keyPath: part].statements += others[keyPath: part].statements
      self[keyPath: part].errors += others[keyPath: part].errors
    }
  }
}
