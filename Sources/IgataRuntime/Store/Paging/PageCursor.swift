internal import Foundation

/// A place in the order of a query, between two pages; see ``Store/page(_:size:after:)``.
///
/// It can be kept, sent to a client and given back: it is coded as one text, its ``token``. It is good for the query
/// that it came from, on any store with the same schema, as long as the library can read its version. It holds the key
/// of a row and what the query sorts by, neither encrypted nor signed: it says where to go on, and permits nothing.
public struct PageCursor: Hashable, Sendable {
  /// Which query it is of.
  let fingerprint: UInt64
  /// How many rows came before.
  private(set) var count: Int
  /// What the row before the place is sorted by.
  private(set) var values: [StoredValue]

  init(fingerprint: UInt64, count: Int, values: [StoredValue]) {
    self.fingerprint = fingerprint
    self.count = count
    self.values = values
  }

  /// Goes on by so many rows, to the place behind one that has these values.
  mutating func move(behind rows: Int, _ values: [StoredValue]) {
    count += rows
    self.values = values
  }

  func check(_ fingerprint: UInt64, valueCount: Int) throws(StoreError) {
    guard self.fingerprint == fingerprint, values.count == valueCount else {
      throw .invalidCursor(
        reason: "it is of a query with another condition, order, limit or offset: begin with the first page")
    }
  }
}

extension PageCursor {
  /// The first byte of every token.
  private static let version: UInt8 = 1

  /// The cursor as text, of letters, digits, `-` and `_` alone.
  public var token: String {
    var writer = CursorWriter()
    writer.bytes.append(Self.version)
    writer.append(fingerprint)
    writer.append(UInt64(count))
    for value in values { writer.append(value) }
    return Data(writer.bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Reads a token. Throws ``StoreError/invalidCursor(reason:)`` where it is none, or of a version that is not known.
  public init(token: String) throws(StoreError) {
    let digits = token.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: digits + padding), let version = data.first else {
      throw .invalidCursor(reason: "it is no page cursor")
    }
    guard version == Self.version else {
      throw .invalidCursor(reason: "it is of version \(version), and version \(Self.version) is known")
    }
    var reader = CursorReader(data.dropFirst())
    guard let fingerprint = reader.integer(), let count = reader.integer().flatMap(Int.init(exactly:)),
      let values = reader.values()
    else { throw .invalidCursor(reason: "it is no page cursor") }
    self.init(fingerprint: fingerprint, count: count, values: values)
  }
}

extension PageCursor: CustomStringConvertible, CustomReflectable {
  /// How many rows come before; the values that it holds are left out, as some may be sensitive.
  public var description: String { "PageCursor(after \(count) rows)" }

  /// What `dump` and debuggers show: no values.
  public var customMirror: Mirror { Mirror(self, children: ["count": count], displayStyle: .struct) }
}

extension PageCursor: Codable {
  public init(from decoder: any Decoder) throws {
    let token = try decoder.singleValueContainer().decode(String.self)
    do {
      try self.init(token: token)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(token)
  }
}
