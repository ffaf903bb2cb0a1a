import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let changingKey = LintRule(
    "changing-key", .relations, .normal,
    """
    A key is a value that can change.

    People change their email addresses and phone numbers. If these are keys, every row that refers to them must
    change too, and old keys in logs and links become invalid.
    """,
    example: """
      model User {
        let email: String @primaryKey
      }
      """,
    fix: """
      model User {
        let id: UUID = uuid() @primaryKey
        email: String @unique
      }
      """,
    check: .models { model, context, findings in
      for column in model.model.primaryKey {
        guard case .value = model.model.columns[column].role,
          let field = context.declared.field(model.model.columns[column].field, of: model),
          WordList.changing.match(in: field.words) != nil, field.words.last != "id"
        else { continue }
        findings.report(
          "the key of '\(model.name)' is its '\(field.name)', which can change", at: field.range,
          help: "give it a key without meaning, and make this '@unique'")
      }
    })
}

extension WordList {
  fileprivate static let changing = WordList(
    """
    email, e mail, mail address, phone, phone number, mobile, telephone, user name, username, nickname, メール, 電話番号
    """)
}
