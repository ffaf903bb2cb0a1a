/// The parts of a regular expression that a schema needs.
indirect enum PatternNode {
  case empty
  case one(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repeated(PatternNode, minimum: Int, maximum: Int?)
  case start
  case end
  /// A valid part of an expression that only the engine that runs it can interpret.
  case opaque
}

/// A set of characters that match at one position.
struct ScalarSet {
  var ranges: [ClosedRange<UInt32>] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } != isNegated
  }

  static func single(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(ranges: [scalar.value...scalar.value]) }

  /// Everything except line endings.
  static let dot = ScalarSet(ranges: [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029], isNegated: true)

  /// The ASCII class of an escape such as `\d`, given its letter.
  static func escaped(_ letter: Unicode.Scalar) -> ScalarSet? {
    switch letter {
    case "d", "D": ScalarSet(ranges: [0x30...0x39], isNegated: letter == "D")
    case "w", "W": ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A], isNegated: letter == "W")
    case "s", "S": ScalarSet(ranges: [0x09...0x0D, 0x20...0x20], isNegated: letter == "S")
    case "h", "H": ScalarSet(ranges: [0x09...0x09, 0x20...0x20], isNegated: letter == "H")
    case "v", "V": ScalarSet(ranges: [0x0A...0x0D], isNegated: letter == "V")
    default: nil
    }
  }
}

/// Why a text isn't a valid regular expression.
struct PatternProblem: Error {
  var message: String

  init(_ message: String) { self.message = message }
}

/// A parsed regular expression.
struct ParsedPattern {
  var node: PatternNode
  /// Whether it contains classes, such as `\w`, that also match characters outside of ASCII.
  var hasClasses: Bool
}
