public import Foundation

/// The output of a ``RowWriter``, which a backend provides as a class of its own or as a ``ValueRowSink``.
///
/// The columns of a row are written in the order of its table, each once. A column is identified by its index in the
/// table.
@_spi(Backend) public protocol RowOutput: AnyObject {
  /// A null.
  func null(_ column: Int)
  /// A Boolean value.
  func bool(_ column: Int, _ value: Bool)
  /// An integer, or a fixed-point number × its scale.
  func integer(_ column: Int, _ value: Int64)
  /// A floating-point number. A row that contains NaN is not finished.
  func real(_ column: Int, _ value: Double)
  /// A text. Returns whether a store can store it, which isn't so if it contains NUL; then the row is not finished.
  func text(_ column: Int, _ value: String) -> Bool
  /// A UUID.
  func uuid(_ column: Int, _ value: UUID)
  /// A date, in whole microseconds since 1970.
  func date(_ column: Int, _ microseconds: Int64)
  /// Any column as a value of its type in the table.
  func value(_ column: Int, _ value: StoredValue)
  /// Ends the row.
  func finish() -> WrittenRow
}

/// The result of finishing a row of a ``RowOutput``.
@_spi(Backend) public enum WrittenRow: Hashable, Sendable {
  /// The row was written. The key is the one that the store generated for it; `nil` if it generated none.
  case written(key: Int64?)
  /// The row was written, and the output must be emptied before it accepts another row. Only the output of a write with
  /// ``RowWrite/comesInParts`` returns this.
  case full(key: Int64?)
  /// A row with the key was there and was left as it is; only for ``RowWrite/Kind/insertMissing``.
  case present
  /// There is no row to update.
  case missing
  /// The row could not be written. The backend stores the error and throws it.
  case failed
}
