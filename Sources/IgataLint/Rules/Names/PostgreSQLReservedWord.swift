import IgataSchema

extension LintRule {
  /// A table or a column has the name of a word that PostgreSQL reserves.
  ///
  /// What igata writes is quoted, so that it works. SQL that people write fails until they find the quotes, and worse:
  /// `SELECT * FROM user` is not the table, but the name of the role that asks. `@table` and `@column` give another
  /// name.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model User {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model User @table("users") {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  static let postgresqlReservedWord = LintRule(
    "postgresql-reserved-word", .names, .usual,
    houseStyle: HouseStyle("names are reserved by PostgreSQL", help: "choose other names"),
    check: .models(checkPostgreSQLReservedWord))
}

private func checkPostgreSQLReservedWord(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  findings.reportReservedWords(postgresqlReservedWords, of: .postgresql, in: model, context)
}
