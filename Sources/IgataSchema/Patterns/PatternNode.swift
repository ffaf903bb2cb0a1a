/// A regular expression, as far as a schema needs to know it.
indirect enum PatternNode {
  case empty
  case one(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repeated(PatternNode, minimum: Int, maximum: Int?)
  case start
  case end
  /// A right part of an expression whose meaning is left to the engine that runs it.
  case opaque
}

/// What one place of a text may hold.
struct ScalarSet {
  var ranges: [ClosedRange<UInt32>] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } != isNegated
  }

  static func single(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(ranges: [scalar.value...scalar.value]) }

  /// Everything but the ends of lines.
  static let dot = ScalarSet(ranges: [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029], isNegated: true)

  /// The class that a letter stands for behind a backslash, among ASCII.
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

/// Why a text is no regular expression.
struct PatternProblem: Error {
  var message: String

  init(_ message: String) { self.message = message }
}

/// A regular expression that was read.
struct ParsedPattern {
  var node: PatternNode
  /// Whether the classes in it, such as `\w`, mean more than ASCII where the text is more.
  var hasClasses: Bool
}
