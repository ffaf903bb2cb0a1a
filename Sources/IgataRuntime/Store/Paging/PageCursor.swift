internal import Foundation

/// A place in the order of a query, between two pages; see ``Store/page(_:size:after:)``.
///
/// It can be kept, sent to a client and given back: it is coded as one text, its ``token``. It is good for the query
/// that it came from, on any store with the same schema, as long as the library can read its version. It holds the key
/// of a row and what the query sorts by, neither encrypted nor signed: it says where to go on, and permits nothing.
public struct PageCursor: Sendable {
  /// The query that it is of; nothing where it was read from a token.
  @usableFromInline let pages: PagedQuery?
  /// ``QueryFingerprint`` of the query, where it was read from a token.
  private let knownFingerprint: UInt64
  /// How many rows came before.
  let count: Int
  /// What the row before the place is sorted by.
  let values: [StoredValue]

  /// The place in a query's order behind so many rows, the last of which has these values.
  init(_ pages: PagedQuery, behind count: Int, _ values: [StoredValue]) {
    self.pages = pages
    knownFingerprint = 0
    self.count = count
    self.values = values
  }

  // Computed where it is asked for: most cursors only ever serve to read the next page.
  private var fingerprint: UInt64 { pages.map { QueryFingerprint($0.query).value } ?? knownFingerprint }

  /// Throws ``StoreError/invalidCursor(reason:)`` where it is of another query than this one, whose rows are sorted by
  /// so many values.
  func check(_ query: RowQuery, valueCount: Int) throws(StoreError) {
    if values.count == valueCount {
      if let pages, pages.isSame(as: query) { return }
      if fingerprint == QueryFingerprint(query).value { return }
    }
    throw .invalidCursor(
      reason: "it is of a query with another condition, order, limit or offset: begin with the first page")
  }
}

extension PageCursor: Hashable {
  /// Whether both are the same place in the same query.
  // Not `==` by name: each one is looked at in every comparison that a program compiles.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: PageCursor, _ right: PageCursor) -> Bool {
    left.count == right.count && left.values == right.values && left.fingerprint == right.fingerprint
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(values)
  }
}

extension PageCursor {
  /// The first byte of every token.
  private static let version: UInt8 = 1
  /// So that no count overflows that goes on from a token's.
  private static let mostRows = Int.max / 2

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
      count <= Self.mostRows, let values = reader.values()
    else { throw .invalidCursor(reason: "it is no page cursor") }
    pages = nil
    knownFingerprint = fingerprint
    self.count = count
    self.values = values
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
