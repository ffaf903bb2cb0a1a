/// The default of a column that takes its values from a sequence that the column doesn't own.
@_spi(Backend) public struct ForeignSequence: Hashable, Sendable {
  /// The default, as the catalog has it: `nextval('shop.keys'::regclass)`.
  public var next: String
  /// The sequence, as an argument of `nextval`; `nil` if the values aren't those of the sequence.
  public var sequence: String?

  public init(_ expression: String) {
    next = expression
    guard let call = expression.firstRange(of: "nextval(") else { return }
    let rest = expression[call.upperBound...]
    guard let end = Self.endOfArgument(rest) else { return }
    // What is around the call, apart from casts between integers.
    var others = expression[..<call.lowerBound] + rest[rest.index(after: end)...]
    for cast in ["::bigint", "::integer", "::smallint"] { others = others.replacing(cast, with: "") }
    if others.allSatisfy({ "() ".contains($0) }) { sequence = String(rest[..<end]) }
  }

  /// Where the parenthesis of a call ends.
  private static func endOfArgument(_ text: Substring) -> Substring.Index? {
    var (depth, quote) = (0, Character?.none)
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        if depth == 0 { return index }
        depth -= 1
      }
    }
    return nil
  }
}
