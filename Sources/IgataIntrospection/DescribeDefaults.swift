@_spi(Backend) internal import IgataSQL
internal import IgataSyntax

extension FoundColumn {
  /// Whether the database counts or computes the values of new rows.
  var isMadeByDatabase: Bool {
    switch origin {
    case .countedKey, .alwaysCountedKey, .foreignSequence, .computed: true
    case .none, .defaultValue: false
    }
  }

  /// The default as the language writes it; `nil` for one that the language can't say.
  ///
  /// - Parameter type: The type of the field.
  func `default`(of type: String) -> String? {
    guard let defaultText else { return nil }
    var tokens = sqlTokens(of: defaultText).withoutCasts[...]
    while tokens.count > 2, tokens.first == .symbol("("), tokens.last == .symbol(")") {
      tokens = tokens.dropFirst().dropLast()
    }
    if let function = Self.function(tokens, of: type) { return function }
    let isNegative = tokens.first == .symbol("-")
    if isNegative { tokens.removeFirst() }
    guard tokens.count == 1, let token = tokens.first else { return nil }
    switch token {
    case .text(let text) where !isNegative: return Self.literal(text, of: type) ?? Self.list(text, of: type)
    case .number(let number) where type != "String": return Self.literal((isNegative ? "-" : "") + number, of: type)
    case .word(let word) where type == "Bool": return Self.literal(word.lowercased(), of: type)
    default: return nil
    }
  }

  private static func literal(_ text: String, of type: String) -> String? {
    switch type {
    case "Bool": ["1": "true", "0": "false", "true": "true", "false": "false"][text]
    case "Int", "Int16", "Int32": Int(text).map { "\($0)" }
    case "Double", "Float": Double(text).flatMap { $0.isFinite ? "\($0)" : nil }
    case "Decimal": decimal(text)
    case "String": stringLiteral(text)
    case "JSON": text == "{}" || text == "[]" ? text : nil
    default: nil
    }
  }

  /// A number without an exponent, without the zeros at its end.
  private static func decimal(_ text: String) -> String? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, let number = Int(whole) else { return nil }
    guard parts.count == 2 else { return "\(number)" }
    guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let zeros = parts[1].reversed().prefix { $0 == "0" }.count
    let digits = parts[1].dropLast(zeros)
    return digits.isEmpty ? "\(number)" : (whole.hasPrefix("-") ? "-" : "") + "\(number.magnitude)." + digits
  }

  private static func list(_ text: String, of type: String) -> String? {
    type.hasPrefix("[") && text == "{}" ? "[]" : nil
  }

  /// What makes another value for each row.
  private static func function(_ tokens: ArraySlice<SQLToken>, of type: String) -> String? {
    let text = tokens.map(\.text).joined().lowercased()
    switch type {
    case "Date" where moments.contains(text) || text.hasPrefix("current_timestamp("): return "now()"
    case "Date" where text.hasPrefix("strftime(") && text.hasSuffix(",'now')") && tokens.count == 6: return "now()"
    case "UUID", "String":
      if randomUUIDs.contains(text) { return "uuid()" }
      return ["uuidv7()", "uuid_generate_v7()"].contains(text) ? "uuid7()" : nil
    case _ where type.hasPrefix("["): return text == "array[]" ? "[]" : nil
    default: return nil
    }
  }

  private static let moments: Set = [
    "current_timestamp", "now()", "transaction_timestamp()", "statement_timestamp()", "clock_timestamp()",
    "timezone('utc',now())", "now()attimezone'utc'", "current_timestampattimezone'utc'", "'now'", "datetime('now')",
    "datetime('now','utc')", "datetime('now','subsec')",
  ]

  private static let randomUUIDs: Set = ["gen_random_uuid()", "uuid_generate_v4()", "uuidv4()"]
}
