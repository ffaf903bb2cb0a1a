import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// A date is kept in a `String`.
  ///
  /// It sorts by its letters, takes `31.02.` and `soon`, and every reader parses it anew. A text with a `@pattern` is
  /// left alone, as it says what it takes.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Invoice {
  ///   id: UUID = uuid() @primaryKey
  ///   dueDate: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Invoice {
  ///   id: UUID = uuid() @primaryKey
  ///   dueDate: Date
  /// }
  /// ```
  static let stringDate = LintRule("string-date", .types, .usual, check: .fields(checkStringDate))
}

private func checkStringDate(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard field.plainScalar == .string, field.field.constraints.pattern == nil,
    namesDate(field.words)
  else { return }
  guard !context.index.isUnreadable(field) else { return }
  findings.report(
    "'\(field.name)' keeps a date in a 'String'", at: field.typeRange,
    help: "make it a 'Date', or say with '@pattern' what it takes", fixes: field.retyping(to: "Date"))
}
