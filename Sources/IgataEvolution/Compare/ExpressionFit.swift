import IgataSchema
import IgataTables

/// Whether a column takes every value of an expression in a backfill, as far as the expression's text tells.
///
/// What isn't known to fit in a column with a check, such as one of `JSON`, doesn't; what isn't known to fail in a
/// column without one fits. Values that do fail are found by `igata migrate check`.
struct ExpressionFit {
  private let column: ColumnDescription
  /// Whether the engine compares the types of the expression and of the column before it reads a row, as PostgreSQL
  /// does. SQLite compares each value.
  private let isTyped: Bool
  /// The expression in lowercase, without the contents of its literals, and with a mark for each field.
  private let text: String
  /// The type of the field that the expression consists of.
  private let onlyType: ColumnType?

  /// - Parameter type: Gives the type of a field of the old model, or of the old value for `nil`.
  init(_ sql: BackfillSQL, in dialect: String, _ column: ColumnDescription, _ type: (FieldReference?) -> ColumnType?) {
    self.column = column
    isTyped = dialect == "postgresql"
    var types: [ColumnType?] = []
    let marked = sql.marked { field in
      let type = type(field)
      types.append(type)
      return type.map(Self.mark) ?? Self.other
    }
    let words = marked.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // A sign is no operator.
    text = words.replacing(/\b(then|else|when|and|or|not|in|between|select) -(?=\d)/) { "\($0.1) " }
    onlyType = [Self.whole, Self.json, Self.other].contains(text) ? types.first ?? nil : nil
  }

  /// The marks of fields, which no text of SQL has.
  private static let (whole, json, other) = ("\u{1}", "\u{2}", "\u{3}")

  private static func mark(_ type: ColumnType) -> String {
    switch type.storage {
    case .integer: whole
    case .json, .list: json
    case .bool, .real, .decimal, .text, .data, .date, .day, .uuid: other
    }
  }

  var isCertain: Bool {
    if column.hasBounds && !isShortText || fails { return false }
    if let onlyType { return takes(onlyType) }
    if column.type.isEnum { return false }
    if isTyped { return column.type.isLong || !column.type.isNumber }
    switch column.type.storage {
    case .text: return !results.contains(where: Self.isBytes)
    case .real: return isNumber && (column.type != .scalar(.float) || !computesNumbers)
    case .integer, .date, .decimal: return column.type.isLong && isNumber && !computesNumbers
    case .bool: return isEvery(Self.isCondition)
    case .json:
      return isEvery { $0 == Self.json || Self.isCall($0, of: ["json_object", "json_array", "json_quote"]) }
    case .list: return isEvery { Self.isCall($0, of: ["json_array"]) }
    case .uuid: return isEvery { $0 == "randomblob(16)" }
    case .data: return isEvery(Self.isBytes)
    case .day: return false
    }
  }

  /// Whether the column takes the values of a field as they are.
  private func takes(_ type: ColumnType) -> Bool {
    if column.type.isEnum { return type == column.type }
    return switch Conversion(type, column.type) {
    case .same, .widening: true
    case .total, .partial, .lossy, .unknown: column.type.storage == .text && ![.data, .uuid].contains(type.storage)
    }
  }

  /// Whether the statement can fail for what the expression computes.
  private var fails: Bool {
    if isTyped {
      return computesNumbers
        || text.contains(/[\u{2}\u{3})] ?:: ?(?!text|varchar|char)|\bcast ?\((?!.*\bas (?:text|varchar|char))/)
    }
    let readers = /\bjson(?:_(?:array_length|each|extract|insert|patch|remove|replace|set|tree|type))? ?\((?!\u{2})/
    return text.contains(readers) || text.contains(/\babs ?\(|[\u{1}\u{3}] ?->/)
  }

  /// Whether a field is an operand, so that the result can be beyond the numbers of its type, or have digits that whole
  /// numbers don't have.
  private var computesNumbers: Bool {
    // Lengths are small. The remainder and the quotient of a whole number and a constant are smaller than the number.
    let lengths = /\b(?:length|char_length|octet_length|count|instr|strpos|unicode|ascii) ?\([^()]*\)/
    let reduced = text.replacing(lengths, with: "0").replacing(/\u{1} ?[\/%] ?[1-9]\d*(?![\d.])/, with: "0")
    return reduced.contains(/[\u{1}-\u{3}]\)* ?(?:[+*\/%]|-(?!>)|<<)|(?:[+*\/%-]|<<) ?\(*[\u{1}-\u{3}]/)
      || reduced.contains(/\b(?:abs|avg|ceil|ceiling|exp|floor|pow|power|round|sqrt|sum|total|trunc) ?\(/)
  }

  /// An expression with a number for each call and for what is in parentheses.
  private static func outside(_ text: Substring) -> String {
    var outside = String(text)
    while let call = outside.firstMatch(of: /[a-z_0-9]*\([^()]*\)/) { outside.replaceSubrange(call.range, with: "0") }
    return outside
  }

  /// Whether a result is true or false: a literal, or what the operator that is applied last gives.
  private static func isCondition(_ result: Substring) -> Bool {
    let outside = outside(result)
    return ["0", "1", "true", "false"].contains(result)
      || outside.contains(/[<>=]|\b(?:in|is|like|glob|between|exists|not|and|or)\b/)
        && !outside.contains(/->|<<|>>|\bcase\b/)
  }

  /// The values of the branches, or the expression itself.
  private var results: [Substring] {
    guard text.contains(/^case .* end$/) else { return [text[...]] }
    return text.matches(of: /\b(?:then|else) (.*?)(?= (?:when|else|end)\b)/).map(\.1)
  }

  /// Whether each result that isn't null has a property.
  private func isEvery(_ isMeant: (Substring) -> Bool) -> Bool { results.allSatisfy { $0 == "null" || isMeant($0) } }

  /// Whether no result is known to be a text or bytes.
  private var isNumber: Bool {
    !Self.outside(text[...]).contains(/\|\||->/) && !results.contains { Self.isText($0) || Self.isBytes($0) }
  }

  private static func isText(_ result: Substring) -> Bool {
    if result.starts(with: "''") || result.contains(/^cast ?\(.* as text\)$/) { return true }
    if isCall(result, of: ["coalesce", "ifnull", "iif", "max", "min"]) { return result.contains("''") }
    return isCall(result, of: textFunctions)
  }

  private static func isBytes(_ result: Substring) -> Bool { isCall(result, of: ["randomblob", "unhex", "zeroblob"]) }

  private static let textFunctions = [
    "char", "date", "datetime", "format", "group_concat", "hex", "json_array", "json_group_array", "json_object",
    "json_quote", "lower", "ltrim", "printf", "quote", "replace", "rtrim", "strftime", "substr", "substring", "time",
    "trim", "typeof", "upper",
  ]

  private static func isCall(_ text: Substring, of functions: [String]) -> Bool {
    guard let call = text.wholeMatch(of: /([a-z_0-9]+) ?\((.*)\)/) else { return false }
    return functions.contains(String(call.1)) && isClosed(call.2)
  }

  /// Whether the text is at most as long as the column's are: `substr(…, 1, 50)` or `left(…, 50)`.
  private var isShortText: Bool {
    guard let maximum = column.constraints.maximumLength, column.constraints.minimumLength == nil,
      column.type == .scalar(.string),
      let call = text.wholeMatch(of: /(substr|left) ?\((.*?)(, ?1)?, ?(\d+) ?\)/), let length = Int(call.4)
    else { return false }
    return (call.1 == "left" || call.3 != nil) && length <= maximum && Self.isClosed(call.2)
  }

  /// Whether parentheses are closed, so that those around the text are those of one call.
  private static func isClosed(_ text: Substring) -> Bool {
    var depth = 0
    for character in text {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      if depth < 0 { return false }
    }
    return depth == 0
  }
}

extension ColumnType {
  /// Whether its numbers have as many digits as those that engines compute.
  var isLong: Bool {
    guard case .scalar(let scalar) = self else { return false }
    return switch scalar.number {
    case .whole: scalar == .int64 || scalar == .int
    case .decimal: scalar == .decimal()
    case .fixed, .floating, nil: true
    }
  }}
