import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// A key is counted up by one database.
  ///
  /// Two devices that work offline, or two servers, give the same number to two rows, and a row has no key before it is
  /// saved. Where there is one database this is all right, and shorter; where there are more, `uuid7()` sorts by time
  /// too.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Entry {
  ///   id: Int64 = autoincrement() @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Entry {
  ///   let id: UUID = uuid7() @primaryKey
  /// }
  /// ```
  static let autoincrementKey = LintRule(
    "autoincrement-key", .relations, .picky, check: .models(checkAutoincrementKey))
}

private func checkAutoincrementKey(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  for column in model.model.primaryKey {
    guard let field = context.index.field(model.model.columns[column].field, of: model),
      field.field.defaultValue == .autoincrement, let value = field.syntax.defaultValue
    else { continue }
    let edits = field.syntax.type.map { [Diagnostic.Fix.Edit($0.innermost, "UUID"), .init(value.range, "uuid7()")] }
    findings.report(
      "the key of '\(model.name)' is counted up by one database", at: value.range,
      help: "use a 'UUID = uuid7()' where there will be more than one",
      fixes: edits.map { [.init(title: "make it 'UUID = uuid7()'", edits: $0, isSafe: false)] } ?? [])
  }
}
