internal import Foundation

/// The rows of a result whose columns are those of a table in another order.
final class MappedRowInput: RowInput {
  private let base: any RowInput
  /// The index in the result of each column of the table.
  private let indexes: [Int]

  /// - Parameter columns: The column of the table for each column of the result, each once.
  init(_ base: any RowInput, _ columns: [Int]) {
    self.base = base
    var indexes = Array(repeating: 0, count: columns.count)
    for (index, column) in columns.enumerated() { indexes[column] = index }
    self.indexes = indexes
  }

  func next() -> NextRow { base.next() }
  func isNull(_ column: Int) -> Bool { base.isNull(indexes[column]) }
  func bool(_ column: Int) -> Bool? { base.bool(indexes[column]) }
  func integer(_ column: Int) -> Int64? { base.integer(indexes[column]) }
  func real(_ column: Int) -> Double? { base.real(indexes[column]) }
  func text(_ column: Int) -> String? { base.text(indexes[column]) }
  func uuid(_ column: Int) -> UUID? { base.uuid(indexes[column]) }
  func date(_ column: Int) -> Int64? { base.date(indexes[column]) }
  func value(_ column: Int) -> StoredValue? { base.value(indexes[column]) }
  func reasonUnread(_ column: Int) -> RowFault.Reason { base.reasonUnread(indexes[column]) }
}
