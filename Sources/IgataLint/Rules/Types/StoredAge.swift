import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// An age is kept, and grows old.
  ///
  /// It is wrong within a year of being written. Keep the birth date, and reckon the age where it is shown.
  /// `minimumAge` and its like are bounds and stay as they are.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Member {
  ///   id: UUID = uuid() @primaryKey
  ///   age: Int16
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Member {
  ///   id: UUID = uuid() @primaryKey
  ///   birthDate: Date
  /// }
  /// ```
  static let storedAge = LintRule("stored-age", .types, .usual, check: .fields(checkStoredAge))
}

private func checkStoredAge(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard let scalar = field.scalar, scalar.isInteger, field.model != nil, !field.isList,
    field.words == ["age"] || field.words == ["current", "age"] || field.name == "年齢"
  else { return }
  findings.report(
    "'\(field.name)' is right on one day and wrong within a year", at: field.range, help: "keep the birth date")
}
