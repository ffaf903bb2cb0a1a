import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// An optional text is empty by default.
  ///
  /// There are then two ways to say that there is nothing, `nil` and `""`, and one query in two forgets one of them.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   nickname: String? = ""
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   nickname: String?
  /// }
  /// ```
  static let optionalEmptyText = LintRule(
    "optional-empty-text", .types, .usual, check: .fields(checkOptionalEmptyText))
}

private func checkOptionalEmptyText(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard field.isOptional, field.field.defaultValue == .string(""),
    case .literal(let literal)? = field.syntax.defaultValue,
    let type = field.syntax.type
  else { return }
  var range = literal.range
  range.start = type.range.end
  findings.report(
    "'\(field.name)' may be 'nil' and is empty by default, which is nothing in two ways", at: literal.range,
    help: "leave the '?' out, or the default",
    fixes: [.init(title: "remove the default", range: range, replacement: "", isSafe: false)])
}
