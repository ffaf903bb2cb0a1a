import IgataSchema

extension LintRule {
  static let sqliteReservedWord = LintRule(
    "sqlite-reserved-word", .names, .strictOnly,
    """
    A table or a column is named with a reserved word of SQLite.

    SQL that Igata generates is quoted, so it works. Handwritten SQL, in a `where:` or in a shell, fails without
    quotes. Use `@table` and `@column` to choose another name.
    """,
    example: """
      model Transfer {
        id: UUID = uuid() @primaryKey
        from: String
        to: String
      }
      """,
    fix: """
      model Transfer {
        id: UUID = uuid() @primaryKey
        from: String @column("from_account")
        to: String @column("to_account")
      }
      """,
    houseStyle: HouseStyle("names are reserved by SQLite", help: "choose other names"),
    check: .models { model, context, findings in
      findings.reportReservedWords(sqliteReservedWords, of: .sqlite, in: model, context)
    })
}
