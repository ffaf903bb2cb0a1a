import IgataDiagnostics
import IgataEvolution
import IgataGeneration
import IgataLint
import IgataSchema
import IgataSyntax
import IgataTemplateLanguage

extension DiagnosticKind {
  /// Every kind, those of the linter's rules included, sorted by ID.
  static let all: [DiagnosticKind] =
    (syntaxKinds + schemaKinds + templateKinds + generationKinds + evolutionKinds
      + [.invalidBaseline, .unknownRule, .unknownSetting] + LintRule.all.map(\.kind))
    .sorted { $0.id < $1.id }

  /// The page of an ID in Markdown, with the levels and options if it is that of a rule; `nil` if there is none.
  static func page(of id: String) -> String? {
    guard let kind = all.first(where: { $0.id == id }) else { return nil }
    return LintRule.all.first { $0.id == id }.map { "\(kind.page.markdown)\n\($0.facts)" } ?? kind.page.markdown
  }
}
