/// Parses a regular expression for a ``PatternSampler``. Every function returns `nil` for unsupported syntax.
struct PatternParser {
  private static let nestingLimit = 40
  private static let mostRepetitions = 1000

  private let scalars: [Unicode.Scalar]
  private var offset = 0
  private var depth = 0

  init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func pattern() -> PatternSampler.Node? {
    guard let node = alternatives(), offset == scalars.count else { return nil }
    return node
  }

  private var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    offset += 1
    return true
  }

  private mutating func alternatives() -> PatternSampler.Node? {
    var nodes: [PatternSampler.Node] = []
    repeat {
      guard let node = sequence() else { return nil }
      nodes.append(node)
    } while take("|")
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() -> PatternSampler.Node? {
    var nodes: [PatternSampler.Node] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      // The whole text is matched anyway.
      if take("^") || take("$") { continue }
      guard let atom = atom(), let node = repeated(atom) else { return nil }
      nodes.append(node)
    }
    return .sequence(nodes)
  }

  private mutating func atom() -> PatternSampler.Node? {
    guard let scalar = current else { return nil }
    offset += 1
    switch scalar {
    case "(": return group()
    case "[": return characterClass()
    case ".": return .scalars(Self.letters + Self.digits)
    case "\\":
      guard let escaped = escape() else { return nil }
      return escaped.count == 1 ? .scalar(escaped[0]) : .scalars(escaped)
    case "*", "+", "?", "{": return nil
    default: return .scalar(scalar)
    }
  }

  /// Call this after `(`.
  private mutating func group() -> PatternSampler.Node? {
    if take("?"), !take(":") { return nil }
    guard depth < Self.nestingLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard let node = alternatives(), take(")") else { return nil }
    return node
  }

  private mutating func repeated(_ node: PatternSampler.Node) -> PatternSampler.Node? {
    let bounds: (least: Int, most: Int?)
    switch current {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{":
      offset += 1
      guard let least = number() else { return nil }
      var most: Int? = least
      if take(",") { most = number() }
      guard current == "}", most.map({ $0 >= least }) ?? true else { return nil }
      bounds = (least, most)
    default: return node
    }
    offset += 1
    // The texts are the same whether the quantifier is greedy or not.
    if !take("?") { _ = take("+") }
    return .repetition(node, least: bounds.least, most: bounds.most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = current, ("0"..."9").contains(scalar) {
      value = min((value ?? 0) * 10 + Int(scalar.value - 48), Self.mostRepetitions)
      offset += 1
    }
    return value
  }

  /// Call this after `[`.
  private mutating func characterClass() -> PatternSampler.Node? {
    let isNegated = take("^")
    var members: [Unicode.Scalar] = []
    repeat {
      guard let low = member() else { return nil }
      if low.count == 1, current == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]" {
        offset += 1
        guard let high = member(), high.count == 1, low[0] <= high[0] else { return nil }
        // The beginning of a wide range is sufficient.
        let end = min(high[0].value, low[0].value + 200)
        members += (low[0].value...end).compactMap { Unicode.Scalar($0) }
      } else {
        members += low
      }
    } while current != nil && current != "]"
    guard take("]") else { return nil }
    guard isNegated else { return .scalars(members) }
    let excluded = Set(members)
    return .scalars((Self.letters + Self.digits).filter { !excluded.contains($0) })
  }

  private mutating func member() -> [Unicode.Scalar]? {
    guard let scalar = current else { return nil }
    offset += 1
    return scalar == "\\" ? escape() : [scalar]
  }

  /// Call this after the backslash.
  private mutating func escape() -> [Unicode.Scalar]? {
    guard let scalar = current else { return nil }
    offset += 1
    switch scalar {
    case "d": return Self.digits
    case "w": return Self.letters + Self.digits + ["_"]
    case "s": return [" "]
    case "D", "S", "W": return scalar == "W" ? ["-"] : Self.letters
    case "t": return ["\t"]
    case "n": return ["\n"]
    case "r": return ["\r"]
    case "A", "Z", "z", "b", "B": return nil
    default: return scalar.properties.isAlphabetic || Self.digits.contains(scalar) ? nil : [scalar]
    }
  }

  private static let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Unicode.Scalar($0) }
  private static let digits = (UInt8(ascii: "0")...UInt8(ascii: "9")).map { Unicode.Scalar($0) }
}
