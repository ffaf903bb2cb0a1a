import IgataSchema

extension LintRule {
  static let postgresqlReservedWord = LintRule(
    "postgresql-reserved-word", .names, .normal,
    """
    A table or a column is named with a reserved word of PostgreSQL.

    SQL that Igata generates is quoted, so it works. Handwritten SQL fails without quotes, or does something else:
    `SELECT * FROM user` returns the current role instead of the table. Use `@table` and `@column` to choose another
    name.
    """,
    example: """
      model User {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("{", with: #"@table("users") {"#),
    houseStyle: HouseStyle("names are reserved by PostgreSQL", help: "choose other names"),
    check: .models { model, context, findings in
      findings.reportReservedWords(postgresqlReservedWords, of: .postgresql, in: model, context)
    })
}
