import IgataSchema

extension LintRule {
  /// A table or a column has the name of a word that SQLite reserves.
  ///
  /// What igata writes is quoted, so that it works. SQL that people write, in a `where:` or at a prompt, fails until
  /// they find the quotes. `@table` and `@column` give another name.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Transfer {
  ///   id: UUID = uuid() @primaryKey
  ///   from: String
  ///   to: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Transfer {
  ///   id: UUID = uuid() @primaryKey
  ///   from: String @column("from_account")
  ///   to: String @column("to_account")
  /// }
  /// ```
  static let sqliteReservedWord = LintRule(
    "sqlite-reserved-word", .names, .picky,
    houseStyle: HouseStyle("names are reserved by SQLite", help: "choose other names"),
    check: .models(checkSQLiteReservedWord))
}

private func checkSQLiteReservedWord(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  findings.reportReservedWords(sqliteReservedWords, of: .sqlite, in: model, context)
}
