internal import Foundation

/// Finds the columns that are null in the rows that models write.
final class NullSink {
  private let columns: [Int]
  private(set) var found: [Int] = []

  /// - Parameter columns: The columns that are considered.
  init(_ columns: [Int]) { self.columns = columns }
}

extension NullSink: RowOutput {
  func null(_ column: Int) { if columns.contains(column) { found.append(column) } }
  func value(_ column: Int, _ value: StoredValue) { if value.isNull { null(column) } }
  func bool(_ column: Int, _ value: Bool) {}
  func real(_ column: Int, _ value: Double) {}
  func uuid(_ column: Int, _ value: UUID) {}
  func date(_ column: Int, _ microseconds: Int64) {}
  func integer(_ column: Int, _ value: Int64) {}
  func text(_ column: Int, _ value: String) -> Bool { true }
  func finish() -> WrittenRow { .written(key: nil) }
}
