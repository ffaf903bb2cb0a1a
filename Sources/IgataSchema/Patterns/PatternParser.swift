/// Parses a regular expression in the syntax that Swift's `Regex` and other common engines have in common.
///
/// `Regex` accepts everything that is accepted here. Look-behind, conditionals, set operations in classes and similar
/// constructs are rejected, because engines differ on them.
func parsePattern(_ pattern: String) -> Result<ParsedPattern, PatternProblem> {
  var parser = PatternParser(scalars: Array(pattern.unicodeScalars))
  do {
    let node = try parser.readWhole()
    return .success(ParsedPattern(node: node, hasClasses: parser.hasClasses))
  } catch {
    return .failure(error)
  }
}

struct PatternParser {
  let scalars: [Unicode.Scalar]
  var position = 0
  var hasClasses = false
  private var depth = 0
  /// The number of capturing groups and the names of the named ones, against which references are checked at the end.
  private var groupCount = 0
  private var groupNames: Set<String> = []
  var referredNumber = 0
  var referredNames: [String] = []

  init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  func peek(_ offset: Int) -> Unicode.Scalar? {
    position + offset < scalars.count ? scalars[position + offset] : nil
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  mutating func readWhole() throws(PatternProblem) -> PatternNode {
    let node = try readChoice()
    if next != nil { throw PatternProblem("')' has no opening parenthesis") }
    if referredNumber > groupCount { throw PatternProblem("there is no group \(referredNumber)") }
    for name in referredNames where !groupNames.contains(name) { throw PatternProblem("there is no group '\(name)'") }
    return node
  }

  private mutating func readChoice() throws(PatternProblem) -> PatternNode {
    var branches = [try readSequence()]
    while take("|") { branches.append(try readSequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func readSequence() throws(PatternProblem) -> PatternNode {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      if "*+?".unicodeScalars.contains(scalar) || (scalar == "{" && quantity() != nil) {
        throw PatternProblem("'\(scalar)' has nothing to repeat")
      }
      let (node, isQuantifiable) = try readAtom(scalar)
      parts.append(try readQuantifier(node, isQuantifiable: isQuantifiable))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func readAtom(_ scalar: Unicode.Scalar) throws(PatternProblem) -> (PatternNode, Bool) {
    position += 1
    switch scalar {
    case "(": return try readGroup()
    case "[": return (try readClass(), true)
    case "\\": return try readEscape()
    case ".": return (.one(.dot), true)
    case "^": return (.start, false)
    case "$": return (.end, false)
    case "{" where looksLikeQuantity(): throw PatternProblem("'{' isn't a quantifier; write '\\{' for the character")
    default: return (.one(.single(scalar)), true)
    }
  }

  private mutating func readGroup() throws(PatternProblem) -> (PatternNode, Bool) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 100 else { throw PatternProblem("groups are nested too deep") }
    if next == "*" { throw PatternProblem("'(*' isn't supported") }
    var isOpaque = false
    var isQuantifiable = true
    if take("?") {
      switch next {
      case ":": position += 1
      case "=", "!":
        position += 1
        (isOpaque, isQuantifiable) = (true, false)
      case ">":
        position += 1
        isOpaque = true
      case "<": try readGroupName()
      default:
        isOpaque = true
        if try readFlags() { return (.opaque, false) }
      }
    } else {
      groupCount += 1
    }
    let node = try readChoice()
    guard take(")") else { throw PatternProblem("a group isn't closed") }
    return (isOpaque ? .opaque : node, isQuantifiable)
  }

  private mutating func readGroupName() throws(PatternProblem) {
    if peek(1) == "=" || peek(1) == "!" { throw PatternProblem("look-behind isn't supported") }
    let name = try readName()
    guard groupNames.insert(name).inserted else { throw PatternProblem("two groups are named '\(name)'") }
    groupCount += 1
  }

  /// `<name>`
  mutating func readName() throws(PatternProblem) -> String {
    var name = ""
    guard take("<") else { throw PatternProblem("a group's name must be between '<' and '>'") }
    while let scalar = next, scalar.isNamePart(isFirst: name.isEmpty) {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard !name.isEmpty, take(">") else { throw PatternProblem("a group's name consists of letters, digits and '_'") }
    return name
  }

  /// `(?i)` and `(?i:`, and whether the group ends with it.
  private mutating func readFlags() throws(PatternProblem) -> Bool {
    let start = position
    while let scalar = next, "ims-".unicodeScalars.contains(scalar) { position += 1 }
    guard position > start else { throw PatternProblem("'(?' isn't followed by a known kind of group") }
    if take(")") { return true }
    guard take(":") else { throw PatternProblem("'(?' isn't followed by a known kind of group") }
    return false
  }
}

extension Unicode.Scalar {
  fileprivate func isNamePart(isFirst: Bool) -> Bool {
    switch self {
    case "a"..."z", "A"..."Z", "_": true
    case "0"..."9": !isFirst
    default: false
    }
  }

  var digit: Int? { ("0"..."9").contains(self) ? Int(value - 0x30) : nil }
}
