public import Foundation

/// The rows that a ``RowWriter`` writes: what a backend provides, as a class of its own or as a ``ValueRowSink``.
///
/// The columns of a row come in the order of its table, each once. A column is given by its index in the table.
@_spi(Backend) public protocol RowOutput: AnyObject {
  /// A null.
  func null(_ column: Int)
  /// A truth value.
  func bool(_ column: Int, _ value: Bool)
  /// An integer, or a fixed-point number × its scale.
  func integer(_ column: Int, _ value: Int64)
  /// A floating-point number. The row of a NaN is not finished.
  func real(_ column: Int, _ value: Double)
  /// A text. The row of one with a NUL character is not finished.
  func text(_ column: Int, _ value: String)
  /// A UUID.
  func uuid(_ column: Int, _ value: UUID)
  /// A date, in whole microseconds since 1970.
  func date(_ column: Int, _ microseconds: Int64)
  /// Any column as a value of its type in the table.
  func value(_ column: Int, _ value: StoredValue)
  /// Ends the row.
  func finish() -> WrittenRow
}

/// What became of a row that a ``RowOutput`` was given.
@_spi(Backend) public enum WrittenRow: Hashable, Sendable {
  /// It was written. The key is the one that the store generated for it; `nil` if it generated none.
  case written(key: Int64?)
  /// It was written, and the output has to be emptied before it takes another row. Only the output of a write that
  /// ``RowWrite/comesInParts`` returns this.
  case full(key: Int64?)
  /// There is no row to update.
  case missing
  /// It could not be written. The backend keeps the error and throws it.
  case failed
}
