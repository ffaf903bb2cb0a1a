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
  ([""], #"decimal places?\b|decimalPlaces|\btoPlaces( places)?"#, "arithmetic calls them decimal places"),
  (
    [""], #"\bin place\b|\bin (the|its|their) places? of\b|\b(takes?|took|taking) (the )?place\b|\bin one place\b"#,
    "English idioms that have nothing to do with a location"
  ),
  (
    ["Sources/IgataSyntax/Diagnostics/", "Sources/IgataLint/Rules/Types/FloatCoordinate.swift"],
    #"(struct|model|modle) Place\b|@table\("places"\)|/\* Places /\*"#,
    "a place of a map is what the examples of these pages are about"
  ),
  (["Sources/IgataLint/Rules/Words/Spellings.swift"], #"(?m)^.*$"#, "the list of the spellings that a rule corrects"),
  (["Sources/IgataLint/Rules/Relations/LargeList.swift"], #"favourites?"#, "a name that users give a field"),
  (["Sources/IgataSamples/SampleWords.swift"], "\"colour\"", "a name that users give a field"),
]

/// How often a folder still has a word. The numbers only go down: whoever lowers one writes the new one here.
private let remaining: [String: [String: Int]] = [
  "Sources/IgataCopy": ["place": 4],
  "Sources/IgataDiagnostics": ["place": 20, "Neighbours": 1, "-our": 14],
  "Sources/IgataGeneration": ["place": 50, "Neighbours": 5, "-ise": 1],
  "Sources/IgataLint": ["place": 146, "Neighbours": 4, "-our": 4, "British words": 3],
  "Sources/IgataPostgreSQL": ["place": 34],
  "Sources/IgataRuntime": ["--beside": 1, "-ise": 2],
  "Sources/IgataSQL": ["place": 37],
  "Sources/IgataSQLite": ["place": 18],
  "Sources/IgataSchema": ["place": 139, "-ise": 1],
  "Sources/IgataSyntax": ["place": 100, "-ll-": 1],
  "Sources/IgataTables": ["place": 3],
  "Sources/IgataTemplateLanguage": ["place": 79],
  "Sources/IgataTool": ["place": 50, "-our": 4, "-ise": 12],
  "Sources/Plugins": ["place": 1, "Neighbours": 3, "--beside": 1],
  "Templates/citus": ["Neighbours": 1],
  "Templates/realm": ["place": 1],
  "Templates/swiftdata": ["place": 1],
]

/// Copies of texts that are looked at where they are written.
private let copies = [
  "Templates/Embedded.swift", "Sources/IgataTool/Explain/Pages.swift",
  "Sources/IgataRuntime/IgataRuntime.docc/LintRules.md",
]

/// Every text of the product, below its folder: a target, an example, or the root.
private func texts() throws -> [(folder: String, path: String, text: String)] {
  let endings = ["swift", "mustache", "md", "igata", "json", "h"]
  var texts: [(String, String, String)] = []
  for name in ["Package.swift", "README.md"] {
    texts.append(("", name, try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)))
  }
  for base in ["Sources", "Templates", "Examples"] {
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(base).path)?
      .compactMap { $0 as? String } ?? []
    for path in paths.sorted() where endings.contains(where: { path.hasSuffix("." + $0) }) {
      let full = "\(base)/\(path)"
      if full.contains("/.build/") || copies.contains(full) { continue }
      let folder = full.split(separator: "/").dropLast().prefix(2).joined(separator: "/")
      texts.append((folder, full, try String(contentsOf: root.appendingPathComponent(full), encoding: .utf8)))
    }
  }
  return texts
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
  var found: [String: [String: [String]]] = [:]
  for (folder, path, text) in try texts() {
    let text = try withoutExceptions(text, path)
    for (term, expression) in expressions {
      found[folder, default: [:]][term.name, default: []] += lines(expression, text).map { "\(path):\($0)" }
    }
  }
  for (folder, words) in remaining where found[folder] == nil {
    Issue.record("'\(folder)' is no folder, but may have \(words)")
  }
  for (folder, words) in found.sorted(by: { $0.key < $1.key }) {
    for term in terms {
      let (uses, count) = (words[term.name] ?? [], remaining[folder]?[term.name] ?? 0)
      if uses.count > count {
        Issue.record(
          """
          '\(folder)' has \(uses.count) of '\(term.name)', not \(count); say \(term.instead)
          \(uses.joined(separator: "\n"))
          """)
      } else if uses.count < count {
        Issue.record("'\(folder)' has \(uses.count) of '\(term.name)', not \(count): write the lower number")
      }
    }
  }
}
