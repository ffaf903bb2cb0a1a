public import Foundation

/// A value as a store sees it, whatever the Swift type that it came from: an enum is its raw value, a newtype its
/// base, a fixed-point number its integer.
///
/// Two texts are equal when their UTF-8 bytes are: a store keeps what it was given and does not fold Unicode forms
/// into each other as `String` does.
public enum StoredValue: Sendable {
  case null
  case bool(Bool)
  /// Every integer type, and a fixed-point number as value × scale.
  case integer(Int64)
  /// `Float` and `Double`; never NaN.
  case real(Double)
  /// `String`, `URL`, and the raw value of a string enum.
  case text(String)
  case data(Data)
  case uuid(UUID)
  /// Whole microseconds since 1970-01-01T00:00:00Z.
  case date(microseconds: Int64)
  case decimal(Decimal)
  case json(JSON)
  case list([StoredValue])
}
