import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A date is kept in a number.
  ///
  /// Whether `1700000000` counts seconds or milliseconds, and from when, stands nowhere. A `Date` is an instant on
  /// every engine. Numbers with a `@range`, and those of 16 bits, are taken for hours and days.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Session {
  ///   id: UUID = uuid() @primaryKey
  ///   createdAt: Int64
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Session {
  ///   id: UUID = uuid() @primaryKey
  ///   createdAt: Date
  /// }
  /// ```
  static let dateAsNumber = LintRule(
    "date-as-number", .types, .usual,
    houseStyle: HouseStyle("numbers keep dates", help: "make them 'Date'"),
    check: .fields(checkDateAsNumber))
}

private func checkDateAsNumber(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard let scalar = field.plainScalar, scalar.isInteger || scalar == .double, scalar != .int16,
    field.field.constraints.isEmpty, namesDate(field.words)
  else { return }
  findings.report(
    "'\(field.name)' keeps a date in \(scalar.phrase)", at: field.typeRange, help: "make it a 'Date'",
    fixes: field.retyping(to: "Date"))
}
