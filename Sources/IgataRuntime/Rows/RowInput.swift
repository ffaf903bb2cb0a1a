public import Foundation

/// The input of a ``RowReader``: the rows of a result, which a backend provides as a class of its own or as a
/// ``ValueRowCursor``.
///
/// Each method that reads a column returns `nil` if the column of the current row is null or contains a value of
/// another kind. ``reasonUnread(_:)`` then reports which of the two it is. A column is identified by its index in the
/// table.
@_spi(Backend) public protocol RowInput: AnyObject {
  /// Moves to the next row. It isn't called again after the end or a failure.
  func next() -> NextRow
  /// Whether the column is null.
  func isNull(_ column: Int) -> Bool
  /// A Boolean value.
  func bool(_ column: Int) -> Bool?
  /// An integer, or a fixed-point number × its scale.
  func integer(_ column: Int) -> Int64?
  /// A floating-point number.
  func real(_ column: Int) -> Double?
  /// A text.
  func text(_ column: Int) -> String?
  /// A UUID.
  func uuid(_ column: Int) -> UUID?
  /// A date, in whole microseconds since 1970.
  func date(_ column: Int) -> Int64?
  /// The value of any column; `.null` if it is null, `nil` if it contains a value of another kind.
  func value(_ column: Int) -> StoredValue?
  /// Why the column could not be read as its type.
  func reasonUnread(_ column: Int) -> RowFault.Reason
}

/// The result of moving to the next row.
@_spi(Backend) public enum NextRow: Sendable {
  /// There is a row, which is now the current one.
  case row
  /// There is no further row.
  case end
  /// An error occurred, which the backend stores and throws.
  case failed
}
