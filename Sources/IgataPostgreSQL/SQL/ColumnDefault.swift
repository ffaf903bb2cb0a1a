#if PostgreSQL
internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL

extension ColumnDescription {
  /// What stands after `DEFAULT`; nothing where SQL can't say it.
  var sqlDefault: String? {
    switch defaultValue {
    case .value(let value): value.sqlLiteral(type.serverType)
    case .uuid: type == .uuid ? "gen_random_uuid()" : nil
    case .now: type == .date ? "now()" : nil
    case .uuid7, .autoincrement, .construct, nil: nil
    }
  }
}

extension StoredValue {
  /// The value as SQL writes it; nothing for null.
  func sqlLiteral(_ type: ServerType) -> String? {
    switch self {
    case .null: nil
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): value.isFinite ? value.description : "'\(value < 0 ? "-" : "")Infinity'::\(type.name)"
    case .decimal(let value): value.canonicalText
    case .text(let text): text.quotedText
    case .uuid(let value): "'\(value.uuidString.lowercased())'::uuid"
    case .data(let value): "'\\x\(value.map(Self.hexadecimal).joined())'::bytea"
    case .date(let microseconds): "'epoch'::timestamptz + '\(microseconds) microseconds'::interval"
    case .json(let value): value.text.quotedText + "::jsonb"
    case .list(let values):
      "ARRAY[\(values.compactMap { $0.sqlLiteral(type.element ?? .text) }.joined(separator: ", "))]::\(type.name)"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }
}

#endif
