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
    var tokens = sqlTokens(of: defaultText)[...]
    while tokens.count > 2, tokens.first == .symbol("("), tokens.last == .symbol(")") {
      tokens = tokens.dropFirst().dropLast()
    }
    if let function = Self.function(tokens, of: type) { return function }
    let isNegative = tokens.first == .symbol("-")
    if isNegative { tokens.removeFirst() }
    guard let token = tokens.popFirst() else { return nil }
    switch (token, tokens.first) {
    case (.text(let text), nil) where !isNegative: return isKept(text, as: type) ? Self.literal(text, of: type) : nil
    // PostgreSQL adds a cast to a text, and to a negative number, which is a text as well.
    case (.text(let text), .symbol("::")) where !isNegative:
      let cast = tokens.dropFirst().map { $0.text.lowercased() }.joined(separator: " ")
      return isKept(text, by: cast, as: type) ? Self.literal(text, of: type) : nil
    case (.number(let number), nil) where type != "String":
      return Self.literal((isNegative ? "-" : "") + number, of: type)
    case (.word(let word), nil) where type == "Bool": return Self.literal(word.lowercased(), of: type)
    default: return nil
    }
  }

  /// Whether a text of SQLite is the value of a new row, and not converted to another one.
  private func isKept(_ text: String, as type: String) -> Bool {
    switch type {
    case "Bool": ["0", "1"].contains(text)
    case "String":
      // In a column for numbers, a text that looks like one becomes one.
      ["CHAR", "CLOB", "TEXT"].contains { self.type.uppercased().contains($0) }
        || !text.contains { $0.isASCII && $0.isNumber }
    default: text.allSatisfy { "0123456789.+-eE{}[]".contains($0) }
    }
  }

  /// Whether the cast of a text of PostgreSQL leaves the value as it is written.
  private func isKept(_ text: String, by cast: String, as type: String) -> Bool {
    switch type {
    case "Bool": cast == "boolean"
    case "Int", "Int16", "Int32": ["integer", "bigint", "smallint", "numeric"].contains(cast)
    case "Double": cast == "double precision"
    case "Float": cast == "real"
    case "Decimal": ["numeric", "integer", "bigint", "smallint"].contains(cast)
    case "JSON": ["json", "jsonb"].contains(cast)
    case "String" where labels.isEmpty:
      // Blanks at the end of a `char(3)` are not stored.
      ["text", "character varying"].contains(cast) || cast == "bpchar" && text.last != " "
    case "String": true
    default: type.hasPrefix("[")
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
    default: type.hasPrefix("[") && text == "{}" ? "[]" : nil
    }
  }

  /// A number without an exponent, without the zeros at its end.
  private static func decimal(_ text: String) -> String? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first else { return nil }
    // `.5` has no whole part.
    let isFraction = parts.count == 2 && !parts[1].isEmpty && (whole.isEmpty || whole == "-")
    guard let number = Int(isFraction ? whole + "0" : whole) else { return nil }
    guard parts.count == 2 else { return "\(number)" }
    guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let zeros = parts[1].reversed().prefix { $0 == "0" }.count
    let digits = parts[1].dropLast(zeros)
    return digits.isEmpty ? "\(number)" : (whole.hasPrefix("-") ? "-" : "") + "\(number.magnitude)." + digits
  }

  /// What makes another value for each row.
  private static func function(_ tokens: ArraySlice<SQLToken>, of type: String) -> String? {
    let text = tokens.map(\.text).joined().lowercased()
    switch type {
    case "Date" where moments.contains(text): return "now()"
    case "Date" where tokens.count == 4 && text.hasPrefix("current_timestamp("): return "now()"
    case "Date" where tokens.count == 6 && text.hasSuffix(",'now')"):
      return ["strftime('%y-%m-%d %h:%m:", "strftime('%y-%m-%dt%h:%m:"].contains(where: text.hasPrefix) ? "now()" : nil
    case "UUID": return randomUUIDs[text]
    case "String":
      let keys = randomUUIDs.keys
      return keys.first { ["\($0)::text", "(\($0))::text"].contains(text) }.flatMap { randomUUIDs[$0] }
    case _ where type.hasPrefix("["):
      let isEmpty = text.hasPrefix("array[]") && text.dropFirst(7).allSatisfy { $0.isLetter || ":[]\"._ ".contains($0) }
      return isEmpty ? "[]" : nil
    default: return nil
    }
  }

  private static let moments: Set = [
    "current_timestamp", "now()", "transaction_timestamp()", "statement_timestamp()", "clock_timestamp()",
    "timezone('utc'::text,now())", "now()attimezone'utc'::text", "current_timestampattimezone'utc'::text",
    "datetime('now')", "datetime('now','utc')", "datetime('now','subsec')",
  ]

  private static let randomUUIDs = [
    "gen_random_uuid()": "uuid()", "uuid_generate_v4()": "uuid()", "uuidv4()": "uuid()", "uuidv7()": "uuid7()",
    "uuid_generate_v7()": "uuid7()",
  ]
}
