/// Generates texts that match a regular expression with common syntax: literals, classes, groups, alternatives, and
/// repetition.
///
/// Swift's `Regex`, which the runtime matches patterns with, doesn't expose its structure, so patterns are parsed here.
/// Unsupported syntax, such as look-around and back references, is rejected or handled incorrectly; callers check the
/// text.
struct PatternSampler {
  indirect enum Node {
    case scalar(Unicode.Scalar)
    /// One of these.
    case scalars([Unicode.Scalar])
    case sequence([Node])
    case alternatives([Node])
    case repetition(Node, least: Int, most: Int?)
  }

  private let root: Node

  /// `nil` if the pattern has unsupported syntax.
  init?(_ pattern: String) {
    var parser = PatternParser(scalars: Array(pattern.unicodeScalars))
    guard let root = parser.pattern() else { return nil }
    self.root = root
  }

  /// Generates a text. The higher the generosity, the longer are unbounded repetitions.
  func text(generosity: Int, _ random: inout SampleRandom) -> String {
    var text = String.UnicodeScalarView()
    append(root, generosity, &random, to: &text)
    return String(text)
  }

  private func append(
    _ node: Node, _ generosity: Int, _ random: inout SampleRandom, to text: inout String.UnicodeScalarView
  ) {
    // No field is longer; a pattern of nested repetitions could grow without bound.
    guard text.count < 10_000 else { return }
    switch node {
    case .scalar(let scalar): text.append(scalar)
    case .scalars(let scalars): if let scalar = random.element(of: scalars) { text.append(scalar) }
    case .sequence(let nodes): for node in nodes { append(node, generosity, &random, to: &text) }
    case .alternatives(let nodes):
      if let node = random.element(of: nodes) { append(node, generosity, &random, to: &text) }
    case .repetition(let node, let least, let most):
      let greatest = max(least, min(most ?? .max, least + 3 + generosity))
      for _ in 0..<Int(random.integer(in: Int64(least)...Int64(greatest))) {
        append(node, generosity, &random, to: &text)
      }
    }
  }
}
