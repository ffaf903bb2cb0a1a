import IgataDiagnostics
import IgataLint
import IgataTemplates

/// The words that a shell proposes.
///
/// Long lists are collected when they are asked for. Every run creates all commands, and nearly none needs a list.
enum SuggestedWords: Hashable, Sendable {
  case these([String])
  /// The ID of every diagnostic.
  case diagnosticIDs
  case lintRules
  /// Every lint rule with every level: `ID=LEVEL`.
  case lintLevels
  /// The names of the built-in templates.
  case templates

  var all: [String] {
    switch self {
    case .these(let words): words
    case .diagnosticIDs: DiagnosticKind.all.map(\.id)
    case .lintRules: LintRule.all.map(\.id)
    case .lintLevels: LintRule.all.flatMap { rule in LintLevel.allCases.map { "\(rule.id)=\($0.rawValue)" } }
    case .templates: BuiltInTemplates.all.map(\.name)
    }
  }
}
