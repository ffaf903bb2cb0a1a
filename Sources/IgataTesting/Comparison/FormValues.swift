internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

extension StoredForm {
  /// A value that the form keeps: the value itself, or one near to it.
  func kept(_ value: StoredValue, _ type: ColumnType) -> StoredValue {
    switch value {
    case .date(let microseconds):
      // The years from 1 to 9999, as exact as a `Date` is there.
      let date = min(max(microseconds, -62_135_596_800_000_000), 253_402_300_700_000_000)
      let kept = Date.kept(microsecondsSince1970: date)
      return .date(microseconds: unit.map { Date.rounded(microsecondsSince1970: kept, to: $0) } ?? kept)
    case .integer(let units) where self == .number:
      // A number of 64 bits is the nearest one to few of them.
      let number = StoredNumber.nearest(units, per: type.scale)
      guard let near = StoredNumber.decimalUnits(number, per: type.scale), near.isExact else {
        return .integer(units % (1 << 50))
      }
      return .integer(near.units)
    case .decimal(let decimal) where self == .number:
      return .decimal(Double(decimal.canonicalText).flatMap { StoredNumber.decimal($0, digits: nil) } ?? 0)
    case .null, .bool, .integer, .real, .text, .data, .uuid, .day, .decimal, .json, .list: return value
    }
  }
}
