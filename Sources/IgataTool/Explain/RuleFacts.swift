import IgataLint

extension LintRule {
  /// What a rule's page says beyond its documentation: levels and options, in Markdown.
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
  /// As `igata.json` writes it.
  fileprivate var text: String {
    switch self {
    case .flag(let flag): "`\(flag)`"
    case .count(let count): "`\(count)`"
    case .words(let words): words.isEmpty ? "`[]`" : "`[\"\(words.joined(separator: "\", \""))\"]`"
    }
  }
}
