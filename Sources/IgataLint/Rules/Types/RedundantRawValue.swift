import IgataDiagnostics
import IgataSyntax

extension LintRule {
  /// A raw value says no more than the name of its case.
  ///
  /// A case of a text enum is stored by its name. Generated code does not change without it.
  ///
  /// ## Example
  ///
  /// ```igata
  /// enum State {
  ///   case open = "open"
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// enum State {
  ///   case open
  /// }
  /// ```
  static let redundantRawValue = LintRule(
    "redundant-raw-value", .types, .picky, check: .enums(checkRedundantRawValue))
}

private func checkRedundantRawValue(_ item: LintEnum, _ context: LintContext, _ findings: inout Findings) {
  for entry in item.syntax.cases {
    guard let literal = entry.rawValue, literal.value == .string(entry.name.text) else { continue }
    var range = literal.range
    range.start = entry.name.range.end
    findings.report(
      "'\(entry.name.text)' is stored by its name without saying so", at: literal.range, help: "leave it out",
      fixes: [.init(title: "remove the raw value", range: range, replacement: "", isSafe: true)])
  }
}
