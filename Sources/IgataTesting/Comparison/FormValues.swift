@_spi(Backend) internal import IgataRuntime
internal import IgataTables

extension StoredForm {
  /// A value that the form keeps: the value itself, or one near to it.
  func kept(_ value: StoredValue) -> StoredValue {
    switch value {
    case .date(let microseconds):
      // The years from 1 to 9999.
      let date = min(max(microseconds, -62_135_596_800_000_000), 253_402_300_799_999_999)
      let rest = unit.map { ((date % $0) + $0) % $0 } ?? 0
      return .date(microseconds: date - rest)
    case .integer(let number): return .integer(self == .number ? number % (1 << 50) : number)
    case .null, .bool, .real, .text, .data, .uuid, .decimal, .json, .list: return value
    }
  }
}
