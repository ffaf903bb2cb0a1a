import IgataDiagnostics
import IgataSchema
import IgataSyntax

@testable import IgataLint

/// A schema file that was parsed, resolved and linted.
struct Linted {
  var file: SourceFile
  /// The errors of the language.
  var errors: [Diagnostic]
  var findings: [Diagnostic]

  /// - Parameter rule: The rule whose findings count, or `nil` for all rules.
  init(_ text: String, name: String = "Test.igata", _ settings: LintSettings, only rule: LintRule? = nil) {
    file = SourceFile(name: name, text: text)
    let (tree, syntaxErrors) = parse(file, file: 0)
    let (declared, diagnostics) = resolveDeclarations([tree], syntaxErrors: syntaxErrors)
    errors = syntaxErrors + diagnostics
    findings = lint(declared, settings).findings
    if let rule { findings.removeAll { $0.kind != rule.kind } }
  }

  var report: String { renderText((errors + findings).sortedInSourceOrder(), files: [file], color: false) }
}

extension LintSettings {
  /// Only one rule; all rules for those that are about other rules.
  ///
  /// - Parameter words: The settings in a fixture's first line: `dialect=postgresql fields=10 also=a,b remote=true`.
  static func only(_ rule: LintRule, _ words: [String] = []) -> LintSettings {
    var settings = LintSettings(preset: .strict, rules: rule.group == .suppression ? LintRule.all : [rule])
    var values: [String: LintOption.Value] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let texts = parts[1].split(separator: ",").map(String.init)
      if parts[0] == "dialect" {
        settings.targets = LintTargets(dialects: texts.compactMap { SQLDialect(rawValue: $0) })
      }
      switch rule.options.first(where: { $0.name == parts[0] })?.standard {
      case .flag?: values[parts[0]] = .flag(parts[1] == "true")
      case .count?: values[parts[0]] = Int(parts[1]).map { .count($0) }
      case .words?: values[parts[0]] = .words(texts)
      case nil: break
      }
    }
    settings.overrides[rule.id] = .init(values: values)
    return settings
  }
}
