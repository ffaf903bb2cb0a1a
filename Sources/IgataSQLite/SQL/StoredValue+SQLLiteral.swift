#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL

extension StoredValue {
  /// The value as it stands after `DEFAULT`; nothing for null and for what SQL can't write.
  var sqlLiteral: String? {
    switch self {
    case .null: nil
    case .bool(let value): value ? "1" : "0"
    case .integer(let value): String(value)
    // Swift's shortest text that reads back equal, which SQLite reads back equal too.
    case .real(let value): value.isFinite ? value.description : nil
    case .data(let value): "x'\(value.map(Self.hexadecimal).joined())'"
    case .uuid(let value): "x'\(withUnsafeBytes(of: value.uuid) { $0.map(Self.hexadecimal).joined() })'"
    case .date(let microseconds): String(microseconds)
    case .text, .decimal, .json, .list: storedText?.quotedText
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }
}

#endif
