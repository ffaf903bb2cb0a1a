import IgataDiagnostics

/// A JSON text, read, with the place of everything in it.
public enum JSONValue: Sendable, Hashable {
  case null(SourceRange)
  case flag(Bool, SourceRange)
  /// A number as it is written, so that `1.10` never becomes a binary float.
  case number(String, SourceRange)
  case text(String, SourceRange)
  case list([JSONValue], SourceRange)
  /// The members in the order in which they stand. No key is there twice.
  case object([JSONMember], SourceRange)

  /// Where the value stands.
  public var range: SourceRange {
    switch self {
    case .null(let range), .flag(_, let range), .number(_, let range), .text(_, let range), .list(_, let range),
      .object(_, let range):
      range
    }
  }
}

/// A key of a JSON object with its value.
public struct JSONMember: Sendable, Hashable {
  public let key: String
  /// Where the key stands, with its quotes.
  public let keyRange: SourceRange
  public let value: JSONValue

  init(key: String, keyRange: SourceRange, value: JSONValue) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }
}
