internal import Synchronization

/// Matches texts with the patterns of a schema. Each pattern is compiled once.
package enum Patterns {
  private static let compiled = Mutex<[String: Regex<AnyRegexOutput>]>([:])

  /// Whether the pattern matches the whole text, by Unicode scalars as in databases. An invalid pattern matches no
  /// text.
  package static func matches(_ text: String, _ pattern: String) -> Bool {
    compiled.withLock { compiled in
      if let regex = compiled[pattern] { return (try? regex.wholeMatch(in: text)) != nil }
      guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
      compiled[pattern] = regex
      return (try? regex.wholeMatch(in: text)) != nil
    }
  }
}
