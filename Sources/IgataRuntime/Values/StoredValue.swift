public import Foundation

/// A value as a store sees it, independent of its Swift type: an enum is its raw value, a newtype its base, a
/// fixed-point number its integer.
///
/// Two texts are equal if their UTF-8 bytes are: unlike `String`, a store doesn't treat canonically equivalent texts as
/// equal.
public enum StoredValue: Sendable {
  case null
  case bool(Bool)
  /// Every integer type, and fixed-point numbers as value × scale.
  case integer(Int64)
  /// `Float` and `Double`; never NaN.
  case real(Double)
  /// `String`, `URL`, and the raw value of a string enum.
  case text(String)
  case data(Data)
  case uuid(UUID)
  /// Whole microseconds since 1970-01-01T00:00:00Z.
  case date(microseconds: Int64)
  case day(Day)
  case decimal(Decimal)
  case json(JSON)
  case list([StoredValue])
}

extension StoredValue {
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
