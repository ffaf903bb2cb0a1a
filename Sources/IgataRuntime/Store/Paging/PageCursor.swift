internal import Foundation

/// A position in the order of a query, between two pages; see ``Store/page(_:size:after:)``.
///
/// A cursor can be stored, sent to a client and received again as a string, its ``token``. It is valid for the query
/// that it came from, on any store with the same schema, as long as the library supports its version. It contains the
/// key of a row and the values that the query sorts by, neither encrypted nor signed: it is a position, not a
/// permission.
public struct PageCursor: Sendable {
  /// The query; `nil` if the cursor was read from a token.
  @usableFromInline let pages: PagedQuery?
  /// The ``QueryFingerprint`` of the query, if the cursor was read from a token.
  private let knownFingerprint: UInt64
  /// The number of rows before the position.
  let count: Int
  /// The values that the row before the position is sorted by.
  let values: [StoredValue]

  /// The position after `count` rows of a query, the last of which has these values.
  init(_ pages: PagedQuery, count: Int, _ values: [StoredValue]) {
    self.pages = pages
    knownFingerprint = 0
    self.count = count
    self.values = values
  }

  // Computed on demand: most cursors are only used to read the next page.
  private var fingerprint: UInt64 { pages.map { QueryFingerprint($0.query).value } ?? knownFingerprint }

  /// Throws ``StoreError/invalidCursor(reason:)`` if the cursor belongs to another query than this one, whose rows are
  /// sorted by `valueCount` values.
  func check(_ query: RowQuery, valueCount: Int) throws(StoreError) {
    if values.count == valueCount {
      if let pages, pages.isSame(as: query) { return }
      if fingerprint == QueryFingerprint(query).value { return }
    }
    throw .invalidCursor(
      reason: "it belongs to a query with another condition, order, limit or offset: begin with the first page")
  }
}

extension PageCursor: Hashable {
  /// Whether both are the same position in the same query.
  // Not named `==`, as the compiler considers every `==` in each comparison of a program.
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
  /// A limit, so that counts which continue from a token's don't overflow.
  private static let mostRows = Int.max / 2

  /// The cursor as a string of letters, digits, `-` and `_`.
  public var token: String {
    var writer = CursorWriter()
    writer.bytes.append(Self.version)
    writer.append(fingerprint)
    writer.append(UInt64(count))
    for value in values { writer.append(value) }
    return Data(writer.bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Reads a token. Throws ``StoreError/invalidCursor(reason:)`` if it is malformed or of an unknown version.
  public init(token: String) throws(StoreError) {
    let digits = token.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: digits + padding), let version = data.first else {
      throw .invalidCursor(reason: "it is not a page cursor")
    }
    guard version == Self.version else {
      throw .invalidCursor(reason: "it is not a page cursor, or one of a newer program")
    }
    var reader = CursorReader(data.dropFirst())
    guard let fingerprint = reader.integer(), let count = reader.integer().flatMap(Int.init(exactly:)),
      count <= Self.mostRows, let values = reader.values()
    else { throw .invalidCursor(reason: "it is not a page cursor") }
    pages = nil
    knownFingerprint = fingerprint
    self.count = count
    self.values = values
  }
}

extension PageCursor: CustomStringConvertible, CustomReflectable {
  /// The number of rows before the position. The values are left out, as some may be sensitive.
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
