internal import Synchronization

/// Matches texts with the patterns of a schema, each of which is compiled once.
package enum Patterns {
  private static let compiled = Mutex<[String: Regex<AnyRegexOutput>]>([:])

  /// Whether the whole text matches, by Unicode scalars as databases do; no text matches what is no regular expression.
  package static func matches(_ text: String, _ pattern: String) -> Bool {
    compiled.withLock { compiled in
      if let regex = compiled[pattern] { return (try? regex.wholeMatch(in: text)) != nil }
      guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
      compiled[pattern] = regex
      return (try? regex.wholeMatch(in: text)) != nil
    }
  }
}
