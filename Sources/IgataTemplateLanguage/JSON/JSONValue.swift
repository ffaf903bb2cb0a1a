import IgataDiagnostics

/// A parsed JSON value with its source range.
public enum JSONValue: Sendable, Hashable {
  case null(SourceRange)
  case flag(Bool, SourceRange)
  /// A number as it is written, so that `1.10` isn't converted to a binary floating-point value.
  case number(String, SourceRange)
  case text(String, SourceRange)
  case list([JSONValue], SourceRange)
  /// The members in source order. Keys are unique.
  case object([JSONMember], SourceRange)

  /// The source range of the value.
  public var range: SourceRange {
    switch self {
    case .null(let range), .flag(_, let range), .number(_, let range), .text(_, let range), .list(_, let range),
      .object(_, let range):
      range
    }
  }
}

/// A key of a JSON object and its value.
public struct JSONMember: Sendable, Hashable {
  public let key: String
  /// The source range of the key, including its quotes.
  public let keyRange: SourceRange
  public let value: JSONValue
}
