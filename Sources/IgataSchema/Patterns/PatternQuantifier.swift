extension PatternParser {
  /// Reads a `*`, `+`, `?` or `{2,3}` and applies it to the part before it.
  mutating func readQuantifier(
    _ node: PatternNode, isQuantifiable: Bool
  ) throws(PatternProblem) -> PatternNode {
    let bounds: (Int, Int?)
    switch next {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{":
      guard let (minimum, maximum, end) = quantity() else {
        if !looksLikeQuantity(from: position + 1) { return node }
        throw PatternProblem("'{' isn't a quantifier; write '\\{' for the character")
      }
      if let maximum, maximum < minimum { throw PatternProblem("'{\(minimum),\(maximum)}' is empty") }
      guard max(minimum, maximum ?? 0) <= 65_535 else { throw PatternProblem("a quantifier is above 65535") }
      position = end - 1
      bounds = (minimum, maximum)
    default: return node
    }
    guard isQuantifiable else { throw PatternProblem("a quantifier follows something without width") }
    position += 1
    // A possessive quantifier may reject text that the plain one matches.
    if take("+") { return .opaque }
    _ = take("?")
    return .repeated(node, minimum: bounds.0, maximum: bounds.1)
  }

  /// The bounds of `{2}`, `{2,}`, `{,3}` or `{2,3}` at the position, and the position after it.
  func quantity() -> (minimum: Int, maximum: Int?, end: Int)? {
    guard next == "{" else { return nil }
    var index = position + 1
    let minimum = number(&index)
    var maximum = minimum
    if index < scalars.count, scalars[index] == "," {
      index += 1
      maximum = number(&index)
      if minimum == nil, maximum == nil { return nil }
    } else if minimum == nil {
      return nil
    }
    guard index < scalars.count, scalars[index] == "}" else { return nil }
    return (minimum ?? 0, maximum, index + 1)
  }

  private func number(_ index: inout Int) -> Int? {
    var result: Int?
    while index < scalars.count, let digit = scalars[index].digit {
      // Far above the accepted limit, and far below `Int.max`.
      result = min((result ?? 0) * 10 + digit, 1_000_000)
      index += 1
    }
    return result
  }

  /// Whether a digit, a comma or a space follows a `{`. Engines differ on its meaning if it isn't a quantifier.
  func looksLikeQuantity(from start: Int? = nil) -> Bool {
    let index = start ?? position
    guard index < scalars.count else { return false }
    return scalars[index].digit != nil || scalars[index] == "," || scalars[index] == " "
  }
}
