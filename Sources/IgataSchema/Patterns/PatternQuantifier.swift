extension PatternParser {
  /// What a `*`, `+`, `?` or `{2,3}` makes of the part before it.
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
        throw PatternProblem("'{' begins no quantity; write '\\{' for the character")
      }
      if let maximum, maximum < minimum { throw PatternProblem("'{\(minimum),\(maximum)}' is empty") }
      guard max(minimum, maximum ?? 0) <= 65_535 else { throw PatternProblem("a quantity is above 65535") }
      position = end - 1
      bounds = (minimum, maximum)
    default: return node
    }
    guard isQuantifiable else { throw PatternProblem("a quantity follows what has no width") }
    position += 1
    // A possessive quantifier may refuse what the plain one takes.
    if take("+") { return .opaque }
    _ = take("?")
    return .repeated(node, minimum: bounds.0, maximum: bounds.1)
  }

  /// The bounds of `{2}`, `{2,}`, `{,3}` or `{2,3}` at the position, and where it ends.
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
      // Far above what is accepted, and far below what an Int holds.
      result = min((result ?? 0) * 10 + digit, 1_000_000)
      index += 1
    }
    return result
  }

  /// Whether a digit, a comma or a space stands behind a `{`, on which engines differ where it is no quantity.
  func looksLikeQuantity(from start: Int? = nil) -> Bool {
    let index = start ?? position
    guard index < scalars.count else { return false }
    return scalars[index].digit != nil || scalars[index] == "," || scalars[index] == " "
  }
}
