internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

extension StoredForm {
  /// A value that the form keeps: the value itself, or one near to it.
  func kept(_ value: StoredValue) -> StoredValue {
    switch value {
    case .date(let microseconds):
      // The years from 1 to 9999, as exact as a `Date` is there.
      let date = min(max(microseconds, -62_135_596_800_000_000), 253_402_300_700_000_000)
      let kept = Date.kept(microsecondsSince1970: date)
      return .date(microseconds: unit.map { Date.rounded(microsecondsSince1970: kept, to: $0) } ?? kept)
    case .integer(let number): return .integer(self == .number ? number % (1 << 50) : number)
    case .null, .bool, .real, .text, .data, .uuid, .day, .decimal, .json, .list: return value
    }
  }
}
