extension PatternParser {
  /// Reads a class after its `[`.
  mutating func readClass() throws(PatternProblem) -> PatternNode {
    var set = ScalarSet(isNegated: take("^"))
    var isOpaque = false
    var isEmpty = true
    while let scalar = next {
      if scalar == "]" {
        guard !isEmpty else { throw PatternProblem("a class in brackets is empty; write '\\]' for the character") }
        position += 1
        return isOpaque ? .opaque : .one(set)
      }
      isEmpty = false
      if try readPOSIXClass() {
        isOpaque = true
        continue
      }
      guard let member = try readMember() else {
        isOpaque = true
        continue
      }
      // A negated class such as `\W` among other members can't be represented as a list of ranges.
      if member.isNegated { isOpaque = true }
      set.ranges += member.ranges
    }
    throw PatternProblem("a class in brackets isn't closed")
  }

  /// `[:alpha:]`
  private mutating func readPOSIXClass() throws(PatternProblem) -> Bool {
    guard next == "[" else { return false }
    guard peek(1) == ":" else { throw PatternProblem("nested classes aren't supported; write '\\[' for '['") }
    var name = ""
    position += 2
    while let scalar = next, ("a"..."z").contains(scalar), name.utf8.count < 20 {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard take(":"), take("]"), posixClasses.contains(name) else { throw PatternProblem("there is no class '\(name)'") }
    return true
  }

  /// One character, an escape, or a range of characters.
  private mutating func readMember() throws(PatternProblem) -> ScalarSet? {
    guard let low = try readClassScalar() else { return nil }
    guard next == "-", let after = peek(1), after != "]" else { return low }
    if after == "-" { throw Self.doubled("-") }
    guard let first = low.only else {
      throw PatternProblem("a range can't begin with a class of characters; write '\\-'")
    }
    position += 1
    guard let last = try readClassScalar()?.only else {
      throw PatternProblem("a range can't end with a class of characters")
    }
    guard first <= last else { throw PatternProblem("the bounds of a range of characters are reversed") }
    return ScalarSet(ranges: [first...last])
  }

  /// Engines treat these as set operations.
  private static func doubled(_ scalar: Unicode.Scalar) -> PatternProblem {
    PatternProblem("'\(scalar)\(scalar)' in a class isn't supported; write '\\\(scalar)'")
  }

  private mutating func readClassScalar() throws(PatternProblem) -> ScalarSet? {
    guard let scalar = next else { throw PatternProblem("a class in brackets isn't closed") }
    if "-&~".unicodeScalars.contains(scalar), peek(1) == scalar { throw Self.doubled(scalar) }
    position += 1
    if scalar == "[" { throw PatternProblem("nested classes aren't supported; write '\\[' for '['") }
    guard scalar == "\\" else { return .single(scalar) }
    if next == "b" { throw PatternProblem("'\\b' in a class isn't supported") }
    return try readCharacterEscape()
  }
}

extension ScalarSet {
  /// The only character of a set of one; otherwise `nil`.
  fileprivate var only: UInt32? {
    guard !isNegated, ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}

private let posixClasses: Set<String> = [
  "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "word", "xdigit",
]
