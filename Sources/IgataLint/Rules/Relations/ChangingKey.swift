import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A key is something that changes in life.
  ///
  /// People get another e-mail address and another telephone. Where that is the key, every row that refers to it
  /// changes too, and the old key in a log or a link leads nowhere.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model User {
  ///   let email: String @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model User {
  ///   let id: UUID = uuid() @primaryKey
  ///   email: String @unique
  /// }
  /// ```
  static let changingKey = LintRule("changing-key", .relations, .usual, check: .models(checkChangingKey))
}

private func checkChangingKey(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  for column in model.model.primaryKey {
    guard case .value = model.model.columns[column].role,
      let field = context.index.field(model.model.columns[column].field, of: model),
      WordList.changing.match(in: field.words) != nil, field.words.last != "id"
    else { continue }
    findings.report(
      "the key of '\(model.name)' is its '\(field.name)', which changes in life", at: field.range,
      help: "give it a key that means nothing, and make this '@unique'")
  }
}

extension WordList {
  fileprivate static let changing = WordList(
    """
    email, e mail, mail address, phone, phone number, mobile, telephone, user name, username, nickname, メール, 電話番号
    """)
}
