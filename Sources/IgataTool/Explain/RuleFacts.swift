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
