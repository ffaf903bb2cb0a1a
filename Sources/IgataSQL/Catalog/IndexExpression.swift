extension FoundIndex.Part {
  /// The part for an expression of an index: `lower(name)`, also if the name is cast to a text, or has the collation of
  /// all texts. Any other expression is a part without a column.
  public init(expression: some Sequence<SQLToken>, isDescending: Bool = false) {
    let tokens = expression.filter { $0 != .symbol("(") && $0 != .symbol(")") }
    self.init("", isDescending: isDescending)
    guard let first = tokens.first, first.is("LOWER"), tokens.count > 1 else { return }
    let others: [[SQLToken]] = [[], [.symbol("::"), .word("text")], [.word("COLLATE"), .name("C")]]
    guard others.contains(Array(tokens.dropFirst(2))) else { return }
    switch tokens[1] {
    case .word(let name), .name(let name): (column, function) = (name, .lower)
    case .text, .number, .symbol, .parameter: return
    }
  }
}

/// The expressions of a statement that creates an index, in their order: what stands between its first parentheses and
/// the commas there.
@_spi(Backend) public func indexExpressions(of statement: [SQLToken]) -> [[SQLToken]] {
  var expressions: [[SQLToken]] = []
  var depth = 0
  for token in statement {
    if token == .symbol(")") { depth -= 1 }
    if depth == 0, !expressions.isEmpty { break }
    switch (token, depth) {
    case (.symbol("("), 0), (.symbol(","), 1): expressions.append([])
    case (_, 1...): expressions[expressions.count - 1].append(token)
    default: break
    }
    if token == .symbol("(") { depth += 1 }
  }
  return expressions.map { expression in expression.filter { !$0.is("DESC") && !$0.is("ASC") } }
}
