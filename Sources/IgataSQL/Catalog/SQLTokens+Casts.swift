@_spi(Backend) extension [SQLToken] {
  /// The tokens without the casts that PostgreSQL adds to every literal: `::text`, `::character varying(20)[]`.
  public var withoutCasts: [SQLToken] {
    var result: [SQLToken] = []
    var rest = self[...]
    while let token = rest.popFirst() {
      guard token == .symbol("::") else {
        result.append(token)
        continue
      }
      rest = rest.drop(while: \.isTypePart)
      if rest.first == .symbol("("), rest.dropFirst(2).first == .symbol(")") { rest = rest.dropFirst(3) }
      rest = rest.drop(while: \.isTypePart)
      while rest.first == .symbol("["), rest.dropFirst().first == .symbol("]") { rest = rest.dropFirst(2) }
    }
    return result
  }
}

extension SQLToken {
  fileprivate var isTypePart: Bool {
    switch self {
    case .word(let word): !["AND", "OR", "IN", "IS", "BETWEEN", "NOT"].contains(word.uppercased())
    case .name: true
    default: self == .symbol(".")
    }
  }
}
