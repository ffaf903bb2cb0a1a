package import Foundation

extension UUID {
  /// The key of a row that belongs to another row, whose key has these values; see ``derived(from:for:)``.
  package static func derived(from values: [StoredValue], for field: String) -> UUID {
    if values.count == 1, let namespace = values[0].storedUUID {
      return UUID(namespace: namespace, name: Array(field.utf8))
    }
    var name: [UInt8] = []
    for value in values { name += value.derivationText.utf8 }
    name += field.utf8
    return UUID(namespace: otherKeys, name: name)
  }

  /// The namespace of fields whose owner's key isn't a UUID.
  private static let otherKeys = UUID(
    uuid: (0x6B, 0x1E, 0x6F, 0x0A, 0x5D, 0x0C, 0x4F, 0x27, 0x9D, 0x7B, 0x38, 0xE1, 0x52, 0x0B, 0xC4, 0x96))

  /// RFC 9562, version 5.
  init(namespace: UUID, name: [UInt8]) {
    var hash = SHA1()
    hash.update(withUnsafeBytes(of: namespace.uuid) { Array($0) })
    hash.update(name)
    self.init(bytes: hash.digest(), version: 5)
  }

  /// The first 16 of `bytes`, with the bits of the version and the variant set.
  package init(bytes: [UInt8], version: UInt8) {
    var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes.prefix(16)) }
    id.6 = id.6 & 0x0F | version << 4
    id.8 = id.8 & 0x3F | 0x80
    self.init(uuid: id)
  }
}

// Values of different types that a database stores alike give equal UUIDs, because the scripts of versions derive them
// from what is stored.
extension StoredValue {
  /// The UUID, also that of 16 bytes; `nil` for another value.
  fileprivate var storedUUID: UUID? {
    switch self {
    case .uuid(let value): value
    case .data(let value) where value.count == 16:
      UUID(uuid: value.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    default: nil
    }
  }

  /// A text that is unique to the key, also if several are concatenated.
  var derivationText: String {
    let text =
      switch self {
      case .integer(let value), .date(microseconds: let value): "i\(value)"
      case .bool(let value): "i\(value ? 1 : 0)"
      case .text(let value): "t\(value)"
      case .day(let value): "t\(value)"
      case .decimal(let value): "t\(value.canonicalText)"
      case .json(let value): "t\(value.text)"
      case .real(let value): "r\(value + 0)"
      case .uuid(let value): "u\(value.uuidString)"
      case .data(let value): storedUUID.map { "u\($0.uuidString)" } ?? "x\(value.base64EncodedString())"
      case .list(let values): "l\(values.map(\.derivationText).joined())"
      case .null: "0"
      }
    return "\(text.utf8.count):\(text)"
  }
}
