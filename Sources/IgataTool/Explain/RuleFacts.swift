import IgataLint

extension LintRule {
  /// The levels and options of a rule in Markdown, which its page shows after the documentation.
  var facts: String {
    var text = "## Levels\n\n"
    text += LintPreset.allCases.map { "`\($0.rawValue)`: \(levels[$0].rawValue)" }.joined(separator: ", ") + ".\n"
    guard !options.isEmpty else { return text }
    text += "\n## Options\n\n"
    for option in options { text += "- `\(option.name)` (\(option.standard.text)): \(option.purpose).\n" }
    return text
  }
}

extension ExplanationPages {
  /// The page of an ID in Markdown, with the levels and options if it is that of a rule; `nil` if there is none.
  static func text(of id: String) -> String? {
    let pages = all.filter { $0.id == id }.map(\.text)
    guard !pages.isEmpty else { return nil }
    let facts = LintRule.all.first { $0.id == id }.map { "\n\($0.facts)" } ?? ""
    return pages.joined(separator: "\n") + facts
  }
}

extension LintOption.Value {
  /// The value as written in `igata.json`.
  fileprivate var text: String {
    switch self {
    case .flag(let flag): "`\(flag)`"
    case .count(let count): "`\(count)`"
    case .words(let words): words.isEmpty ? "`[]`" : "`[\"\(words.joined(separator: "\", \""))\"]`"
    }
  }
}
