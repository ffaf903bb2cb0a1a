/// Reads the expression of a check, as schemas' definitions and the catalogs of engines write it.
@_spi(Backend) public struct CheckExpression {
  /// The domains that the expression gives to columns, by their names; `nil` if it says more than that.
  public let domains: [String: ValueDomain]?

  /// - Parameter tokens: What is between the parentheses of a `CHECK`.
  public init(_ tokens: [SQLToken]) {
    var reader = CheckReader(tokens)
    domains = reader.readAll()
  }
}

/// One comparison at a time, by recursive descent; every reading method returns `nil` for what it does not know.
private struct CheckReader {
  private let tokens: [SQLToken]
  private var position = 0
  /// How many parentheses are open, so that no text overflows the stack.
  private var depth = 0

  init(_ tokens: [SQLToken]) { self.tokens = CheckReader.withoutCasts(tokens) }

  mutating func readAll() -> [String: ValueDomain]? {
    guard let domains = readConjunction(), position == tokens.count else { return nil }
    return domains
  }

  /// Comparisons with `AND` between them.
  private mutating func readConjunction() -> [String: ValueDomain]? {
    guard var domains = readAlternatives() else { return nil }
    while takes("AND") {
      // What binds less than `AND` would change what was read before.
      guard let more = readComparison(), current?.is("OR") != true else { return nil }
      domains.merge(more) { $0.intersection($1) }
    }
    return domains
  }

  /// `name IS NULL OR …`: a null passes every check, so that the other side is all there is to know.
  private mutating func readAlternatives() -> [String: ValueDomain]? {
    guard let first = readComparison() else { return nil }
    guard takes("OR") else { return first }
    guard let second = readConjunction() else { return nil }
    if first.values.allSatisfy({ $0 == ValueDomain() }) { return second }
    if second.values.allSatisfy({ $0 == ValueDomain() }) { return first }
    return nil
  }

  private mutating func readComparison() -> [String: ValueDomain]? {
    let start = position
    if takes(symbol: "("), depth < 100 {
      depth += 1
      defer { depth -= 1 }
      if let inside = readConjunction(), takes(symbol: ")"), !isAtOperator { return inside }
      position = start
    }
    guard let operand = readOperand() else { return nil }
    return readRest(of: operand).map { [operand.column: $0] }
  }

  private var isAtOperator: Bool {
    guard tokens.indices.contains(position) else { return false }
    if case .symbol(let symbol) = tokens[position] { return symbol != ")" }
    return ["IN", "BETWEEN", "IS"].contains { tokens[position].is($0) }
  }

  // MARK: What is compared

  private struct Operand {
    var column: String
    /// Whether the length of the column is compared.
    var isLength = false
    /// A function that must return true, or `array`.
    var format: String?
  }

  private mutating func readOperand() -> Operand? {
    if takes(symbol: "(") {
      guard depth < 100 else { return nil }
      depth += 1
      defer { depth -= 1 }
      guard let operand = readOperand(), takes(symbol: ")") else { return nil }
      return operand
    }
    guard let name = takeName() else { return nil }
    guard takes(symbol: "(") else { return Operand(column: name) }
    guard let column = readOperand() else { return nil }
    if name.lowercased() == "date" { guard takes(symbol: ","), takeText() == "0 days" else { return nil } }
    guard takes(symbol: ")") else { return nil }
    switch name.lowercased() {
    case "length", "char_length", "character_length", "octet_length", "cardinality", "json_array_length":
      return Operand(column: column.column, isLength: true)
    case "json_valid", "json_type", "date": return Operand(column: column.column, format: name.lowercased())
    default: return nil
    }
  }

  private mutating func readRest(of operand: Operand) -> ValueDomain? {
    if let format = operand.format {
      switch format {
      case "json_type": guard takes(symbol: "="), takeText() == "array" else { return nil }
      case "date": guard takes("IS"), takeName() == operand.column else { return nil }
      default: break
      }
      var domain = ValueDomain()
      domain.formats = [format]
      return domain
    }
    if takes("IS") { return (takes("NOT"), takes("NULL")).1 ? ValueDomain() : nil }
    if takes("IN") { return operand.isLength ? nil : readList().map(ValueDomain.init(cases:)) }
    if takes("BETWEEN") {
      guard let low = takeNumber(), takes("AND"), let high = takeNumber(),
        let minimum = domain(of: operand, ">=", low), let maximum = domain(of: operand, "<=", high)
      else { return nil }
      return minimum.intersection(maximum)
    }
    guard case .symbol(let symbol)? = current else { return nil }
    position += 1
    if symbol == "=", takes("ANY") { return operand.isLength ? nil : readAny().map(ValueDomain.init(cases:)) }
    if symbol == "=", !operand.isLength, let text = takeText() { return ValueDomain(cases: [text]) }
    return takeNumber().flatMap { domain(of: operand, symbol, $0) }
  }

  private func domain(of operand: Operand, _ symbol: String, _ number: String) -> ValueDomain? {
    operand.isLength ? ValueDomain(length: symbol, Int(number)) : ValueDomain(number: symbol, number)
  }

  /// `('a', 'b')`
  private mutating func readList() -> [String]? {
    guard takes(symbol: "("), let values = readValues() else { return nil }
    return takes(symbol: ")") ? values : nil
  }

  /// `(ARRAY['a', 'b'])`, in any number of parentheses.
  private mutating func readAny() -> [String]? {
    var open = 0
    while takes(symbol: "(") { open += 1 }
    guard takes("ARRAY"), takes(symbol: "["), let values = readValues(), takes(symbol: "]") else { return nil }
    while open > 0, takes(symbol: ")") { open -= 1 }
    return open == 0 ? values : nil
  }

  /// Literals with commas between them.
  private mutating func readValues() -> [String]? {
    var values: [String] = []
    repeat {
      guard let value = takeText() ?? takeNumber() else { return nil }
      values.append(value)
    } while takes(symbol: ",")
    return values
  }

  // MARK: Tokens

  private var current: SQLToken? { tokens.indices.contains(position) ? tokens[position] : nil }

  private mutating func takes(_ keyword: String) -> Bool {
    guard current?.is(keyword) == true else { return false }
    position += 1
    return true
  }

  private mutating func takes(symbol: String) -> Bool {
    guard current == .symbol(symbol) else { return false }
    position += 1
    return true
  }

  private mutating func takeName() -> String? {
    switch current {
    case .name(let name), .word(let name):
      position += 1
      return name
    default: return nil
    }
  }

  private mutating func takeText() -> String? {
    let start = position
    let isOpen = takes(symbol: "(")
    guard case .text(let text)? = current else {
      position = start
      return nil
    }
    position += 1
    if isOpen, !takes(symbol: ")") { return nil }
    return text
  }

  /// A number, which PostgreSQL writes in quotes or parentheses if it is negative.
  private mutating func takeNumber() -> String? {
    let start = position
    let isOpen = takes(symbol: "(")
    let isNegative = takes(symbol: "-")
    switch current {
    case .number(let number), .text(let number):
      position += 1
      if isOpen, !takes(symbol: ")") { return nil }
      return isNegative ? "-" + number : number
    default:
      position = start
      return nil
    }
  }

  /// PostgreSQL adds a cast to every literal: `::text`, `::character varying(20)[]`.
  private static func withoutCasts(_ tokens: [SQLToken]) -> [SQLToken] {
    var result: [SQLToken] = []
    var rest = tokens[...]
    while let token = rest.popFirst() {
      guard token == .symbol("::") else {
        result.append(token)
        continue
      }
      rest = rest.drop(while: isTypePart)
      if rest.first == .symbol("("), rest.dropFirst(2).first == .symbol(")") { rest = rest.dropFirst(3) }
      rest = rest.drop(while: isTypePart)
      while rest.first == .symbol("["), rest.dropFirst().first == .symbol("]") { rest = rest.dropFirst(2) }
    }
    return result
  }

  private static func isTypePart(_ token: SQLToken) -> Bool {
    switch token {
    case .word(let word): !["AND", "OR", "IN", "IS", "BETWEEN", "NOT"].contains(word.uppercased())
    case .name: true
    default: token == .symbol(".")
    }
  }
}
