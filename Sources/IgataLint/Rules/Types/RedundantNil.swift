import IgataDiagnostics
import IgataSyntax

extension LintRule {
  /// The default `nil` says no more than the `?` before it.
  ///
  /// An optional field that nobody sets is `nil`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   email: String? = nil
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   email: String?
  /// }
  /// ```
  static let redundantNil = LintRule("redundant-nil", .types, .usual, check: .fields(checkRedundantNil))
}

private func checkRedundantNil(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard field.isOptional, case .literal(let literal)? = field.syntax.defaultValue, literal.value == .nil,
    let type = field.syntax.type
  else { return }
  // From the end of the type, so that the equals sign goes too.
  var range = literal.range
  range.start = type.range.end
  findings.report(
    "an optional field is 'nil' without saying so", at: literal.range, help: "leave '= nil' out",
    fixes: [.init(title: "remove '= nil'", range: range, replacement: "", isSafe: true)])
}
