public import Foundation

/// The rows of a result, which a ``RowReader`` reads: what a backend provides, as a class of its own or as a
/// ``ValueRowCursor``.
///
/// Each method that reads a column returns `nil` if the column of the current row is null or holds a value of another
/// kind. ``reasonUnread(_:)`` then reports which of both it is. A column is given by its index in the table.
@_spi(Backend) public protocol RowInput: AnyObject {
  /// Goes to the next row. After the end, or a failure, it is not called again.
  func next() -> NextRow
  /// Whether the column is null.
  func isNull(_ column: Int) -> Bool
  /// A truth value.
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
  /// Any column as a value of its type in the table; `.null` if it is null, `nil` if it holds a value of another kind.
  func value(_ column: Int) -> StoredValue?
  /// Why the column could not be read as its type.
  func reasonUnread(_ column: Int) -> RowFault.Reason
}

/// What a ``RowInput`` has next.
@_spi(Backend) public enum NextRow: Sendable {
  /// A row, which is now the current one.
  case row
  /// No further row.
  case end
  /// An error, which the backend keeps and throws.
  case failed
}
