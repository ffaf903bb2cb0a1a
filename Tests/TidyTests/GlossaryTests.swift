import Foundation
import Testing

/// A word that has a plainer one.
private struct Term {
  let name: String
  let pattern: String
  let instead: String

  /// A term that is looked for as a whole word, unless it comes with a pattern.
  init(_ name: String, _ instead: String, pattern: String? = nil) {
    self.name = name
    self.pattern = pattern ?? #"\b"# + name + #"\b"#
    self.instead = instead
  }
}

private let terms: [Term] = [
  Term(
    "place", "`location`, `slot`, `index`, `position` or `columnReference`, whichever it is",
    pattern: #"(?<![A-Za-z])[Pp]laces?(?![a-z])|[a-z]Places?(?![a-z])"#),
  Term("Turnstile", "AsyncMutex"),
  Term("Bell", "AsyncSignal"),
  Term("Crowd", "InFlightCount"),
  Term("Alarm", "WakeupPipe"),
  Term("BriefPatience", "AdaptiveSpin"),
  Term("GatheredFinds", "LookupBatch"),
  Term("KeyedFind", "PreparedLookup"),
  Term("Portions", "CursorBatches"),
  Term("RowPen", "CopyEncoder"),
  Term("DoomedRows", "CascadedRows"),
  Term("AtOnce", "`Synchronously`", pattern: #"[a-z]AtOnce"#),
  Term("AskedBackend", "LookupBackend"),
  Term("RowReading", "a protocol or a `VTable`", pattern: #"\bRow(Reading|Writing)\b"#),
  Term("Neighbours", "`SiblingSources`, or `neighbor`", pattern: #"[Nn]eighbour"#),
  Term("--beside", "`--sources`", pattern: "--beside"),
  Term("UnfitModel", "LayoutMismatch"),
  Term("UncodedModel", "OpaqueModel"),
  Term("HeldRelation", "StoredRelation"),
  Term("GivenValue", "InputValue"),
  Term(
    "Group", "QueryGroup, as SwiftUI has a Group",
    pattern: #"public (struct|enum|class|actor|protocol|typealias) Group\b"#),
  Term(
    "Access", "SessionAccess, as Swift has access levels",
    pattern: #"public (struct|enum|class|actor|protocol|typealias) Access\b"#),
  Term("-our", "American spelling", pattern: #"(?i)(colou|behaviou|favou|flavou|honou|labou)r"#),
  Term(
    "-ise", "American spelling",
    pattern: #"(?i)(initial|normal|serial|organ|recogn|synchron|capital|general|special|optim|util)is(e|ing|ation)"#),
  Term("-ll-", "American spelling", pattern: #"(?i)(model|label|travel|signal|channel)l(ed|ing)\b"#),
  Term("British words", "American spelling", pattern: #"(?i)\b(centre|licence|grey|whilst|judgement|analyse[ds]?)\b"#),
]

/// Where one of the words is the right one, and why. `paths` are prefixes.
private let exceptions: [(paths: [String], pattern: String, reason: String)] = [
  (
    [""], #"decimal\s+(/// )?places?\b|\w*[dD]ecimalPlaces|\btoPlaces( places)?"#,
    "arithmetic calls them decimal places"
  ),
  (
    [""], #"\bin place\b|\bin (the|its|their) places? of\b|\b(takes?|took|taking) (the )?place\b|\bin one place\b"#,
    "English idioms that have nothing to do with a location"
  ),
  (
    ["Sources/IgataSyntax/Diagnostics/", "Sources/IgataLint/Rules/Types/FloatCoordinate.swift"],
    #"(struct|model|modle) Place\b|@table\("places"\)|/\* Places /\*"#,
    "a place of a map is what the examples of these pages are about"
  ),
  (["Sources/IgataLint/Rules/Words/"], #"(?m)^.*$"#, "the words that rules look for in the names of schemas"),
  (
    ["Sources/IgataLint/Rules/Care/TwoSpellings.swift", "Sources/IgataLint/Rules/Types/CommaList.swift"], "colours?",
    "a spelling that the rules find in schemas"
  ),
  (["Sources/IgataLint/Rules/Relations/LargeList.swift"], #"favourites?"#, "a name that users give a field"),
  (["Sources/IgataSamples/SampleWords.swift"], "\"colour\"", "a name that users give a field"),
  (["Sources/IgataSchema/Diagnostics/"], #""wrong-attribute-place""#, "the identifier of an error is a contract"),
  (["Sources/IgataTool/Lint/BaselineFile.swift"], #""place\\?"|`place`|'place'"#, "a key of a file format"),
]

/// Copies of texts that are looked at where they are written.
private let copies = [
  "Sources/IgataRuntime/IgataRuntime.docc/LintRules.md",
]

/// The code of the tests and the scripts, without schemas, golden files, and the words themselves.
private func testPaths() -> [String] {
  let base = root.appendingPathComponent("Tests").path
  let below = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
  return below.map { "Tests/\($0)" }.filter { path in
    if path.hasPrefix("Tests/Builds/") || path == "Tests/run" { return true }
    if ["/.build/", "/Fixtures/", "/Goldens/", "Tests/Generated", "GlossaryTests"].contains(where: path.contains) {
      return false
    }
    return path.hasSuffix(".swift") && !path.hasSuffix(".igata.swift")
  }
}

/// Every text of the product, and of its tests.
private func texts() throws -> [(path: String, text: String)] {
  let endings = ["swift", "mustache", "md", "igata", "json", "h"]
  let below = ["Sources", "Templates", "Examples"].flatMap { base in
    (FileManager.default.enumerator(atPath: root.appendingPathComponent(base).path)?.compactMap { $0 as? String } ?? [])
      .map { "\(base)/\($0)" }
  }
  let paths = below.filter { path in
    endings.contains { path.hasSuffix("." + $0) } && !path.contains("/.build/") && !copies.contains(path)
  }
  return try (["Package.swift", "README.md"] + paths.sorted() + testPaths().sorted()).map {
    ($0, try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8))
  }
}

/// The text with what is excepted in it left out; line breaks stay.
private func withoutExceptions(_ text: String, _ path: String) throws -> String {
  try exceptions.reduce(text) { text, exception in
    guard exception.paths.contains(where: path.hasPrefix) else { return text }
    return try NSRegularExpression(pattern: exception.pattern)
      .stringByReplacingMatches(in: text, range: NSRange(text.startIndex..., in: text), withTemplate: "")
  }
}

/// The lines of a text that have matches, as often as they have them.
private func lines(_ expression: NSRegularExpression, _ text: String) -> [Int] {
  expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
    Range(match.range, in: text).map { text[..<$0.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
  }
}

/// Types, members, comments, messages and documentation use the field's words.
@Test func textsUseTheGlossary() throws {
  let expressions = try terms.map { ($0, try NSRegularExpression(pattern: $0.pattern)) }
  for (path, text) in try texts() {
    let text = try withoutExceptions(text, path)
    for (term, expression) in expressions {
      for line in lines(expression, text) {
        Issue.record("\(path):\(line): '\(term.name)' is not a word of ours; write \(term.instead)")
      }
    }
  }
}
