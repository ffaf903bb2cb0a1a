import Testing

@testable import IgataSchema

struct PatternTests {
  static let patterns = [
    "a", "", ".+@.+", "^[a-z]{2,3}(-[A-Z]{2})?$", "a{", "a{x", "{", "a{,3}", "a{2", "a{2,", "a{2,}", "a{3,1}", "}", "]",
    "[]", "[]a]", "[^]", "[a-]", "[-a]", "[z-a]", "[\\d-z]", "[a-\\d]", "a**", "a*?", "a*+", "a*?+", "*a", "+", "|",
    "a|",
    "()", "(", ")", "(?:a", "(?<n>a)", "(?<n>a)\\k<n>", "\\1", "(a)\\1", "(a)\\2", "(?=a)", "(?!a)b", "(?<=a)",
    "(?<!a)",
    "(?>a)+", "(?i)a", "(?i:a)", "(?x)a", "\\q", "\\i", "\\e", "\\a", "\\f", "\\x41", "\\x{41}", "\\x{}", "\\u0041",
    "\\u41", "\\u{41}", "\\p{L}", "\\p{Foo}", "\\pL", "\\P{Lu}", "\\p{Script=Greek}", "\\N", "\\R+", "\\X*", "\\K",
    "\\h",
    "\\A", "\\z", "\\Z", "\\b", "\\B", "\\b*", "^*", "$+", "\\", "[a", "[[:alpha:]]", "[[:foo:]]", "a{65535}",
    "a{65536}",
    "a{999999999999999999999}", "\\/", "\\-", "\\ ", "\\é", "\\<", "[\\w.-]", "[a\\-z]", "\\cA", "(?<n>a)(?<n>b)",
    "(?<1>a)", "(?<_a1>a)", "a{2}{3}", "a{2}*", "(a*)*", "(?=a)*", "[&&]", "[--]", "[^^]", "[a^]", "[.*({]", "[\\n]",
    "[\\q]", "[\\x41-\\x5A]", "[\\p{L}\\d]", "[$]", "[é-ü]", "[\\R]", "[\\b]", "(?-i)a", "(?^)a", "(?i", "(?", "(?<",
    "(?<n",
    "\\x{110000}", "\\u{D800}", "[\\u{1F600}-\\u{1F64F}]", "|*", "(?i)*", "[ -~]", "a{ 2}", "{2}", "\\d+(\\.\\d+)?",
    "\\8",
    "[!--]", "\\0", "[[a]]", "(*FAIL)", "(?#c)", "(?R)", "a&&b", "[a&b~c]", "\\p{Script=Han}", "[[:digit:]-]", "a{0}",
  ]

  /// Swift's `Regex` accepts every pattern that is accepted here. The reports of patterns are in the fixtures.
  @Test func acceptedPatternsAreRegexes() {
    var accepted = 0
    for pattern in Self.patterns {
      guard case .success = parsePattern(pattern) else { continue }
      accepted += 1
      #expect(throws: Never.self, "\(pattern)") { try Regex(pattern) }
    }
    #expect(accepted > 70)
  }

  /// The patterns that `Regex` accepts and that are rejected here are constructs that engines differ on.
  @Test func refusedRegexesAreKnown() {
    let rejected = Self.patterns.filter { pattern in
      guard case .failure = parsePattern(pattern) else { return false }
      return (try? Regex(pattern)) != nil
    }
    #expect(
      rejected == ["a{2", "a{2,", "(?x)a", "[\\b]", "(?^)a", "a{ 2}", "\\0", "[[a]]", "(?#c)"])
  }

  @Test func matchesWhatRegexMatches() throws {
    let texts = [
      "", "a", "aa", "aaa", "ab", "abc", "b", "A", "a@b", "@", "a@", "12", "1.5", ".5", "en-GB", "eng", "en-gb", " ",
      "-",
      "a\nb", "\n", "aab", "abab", "[", "^", "x{2}", "口", "café",
    ]
    let patterns =
      Self.patterns + [
        "(a|b)*", "(a|ab)(c|bcd)?", "a{2}", "a{1,2}", "(ab){2}", "a?b?c?", "[^a]", "[^\\d]", "\\w+", "\\s", "\\S*",
        "x\\{2\\}",
        "(|a)b", "(a+)+b", "((a*)*)*", "a.b", "[\\d.]+", "口", "..", "caf.",
      ]
    var decided = 0
    for pattern in patterns {
      guard case .success = parsePattern(pattern) else { continue }
      let regex = try Regex(pattern)
      for text in texts {
        guard let answer = matches(text, pattern) else { continue }
        decided += 1
        #expect(answer == (text.wholeMatch(of: regex) != nil), "\(pattern) on \(text)")
      }
    }
    #expect(decided > 1_000)
  }

  /// Patterns that take exponential time in other engines.
  @Test func hostilePatternsEnd() {
    let deep = String(repeating: "(", count: 100_000)
    guard case .failure = parsePattern(deep) else { return #expect(Bool(false), "nesting is bounded") }
    #expect(matches(String(repeating: "a", count: 5_000), "(a*)*b") == false)
    #expect(matches("a", "((a{65535}){65535}){65535}") == nil)
    #expect(matches("", "((){65535}){65535}") == nil)
  }
}
