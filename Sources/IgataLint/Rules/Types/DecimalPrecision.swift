import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// A `Decimal` has no precision on PostgreSQL.
  ///
  /// Without one, `numeric` keeps every digit that it is given, and two clients that round otherwise keep two values.
  /// With `Decimal(12, 2)` the database says what a value may be.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Product {
  ///   id: UUID = uuid() @primaryKey
  ///   price: Decimal
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Product {
  ///   id: UUID = uuid() @primaryKey
  ///   price: Decimal(12, 2)
  /// }
  /// ```
  static let decimalPrecision = LintRule(
    "decimal-precision", .types, .usual,
    houseStyle: HouseStyle("decimals are of any length", help: "say how many digits they have"),
    check: .names(checkDecimalPrecision))
}

private func checkDecimalPrecision(_ name: LintName, _ context: LintContext, _ findings: inout Findings) {
  guard context.targets.dialects.contains(.postgresql) else { return }
  let range: SourceRange
  switch name.role {
  case .newtype(let index):
    guard context.newtypes[index].type.base == .decimal(precision: nil, scale: nil) else { return }
    range = context.newtypes[index].syntax.base?.range ?? name.range
  case .field(let place):
    guard context.fields[place].plainScalar == .decimal(precision: nil, scale: nil) else { return }
    range = context.fields[place].typeRange
  case .model, .structure, .enumeration, .enumCase: return
  }
  findings.report(
    "'\(name.text)' is a 'Decimal' of any length", at: range, help: "say how many digits: 'Decimal(12, 2)'")
}
