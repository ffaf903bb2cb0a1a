import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// An amount of money is kept in binary floating point.
  ///
  /// `0.1 + 0.2` is not `0.3` in a `Double`, and sums drift apart from what was paid. A `Currency` is exact to three
  /// places; `Fixed(scale:)` and `Decimal` keep more. An `amount` beside a field `unit` is taken for a measure.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Product {
  ///   id: UUID = uuid() @primaryKey
  ///   price: Double
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// model Product {
  ///   id: UUID = uuid() @primaryKey
  ///   price: Currency
  /// }
  /// ```
  static let floatMoney = LintRule("float-money", .types, .grave, check: .names(checkFloatMoney))
}

private func checkFloatMoney(_ name: LintName, _ context: LintContext, _ findings: inout Findings) {
  switch name.role {
  case .newtype(let index):
    let type = context.newtypes[index]
    guard type.type.base == .float || type.type.base == .double, namesMoney(name.words) else { return }
    findings.report(
      "'\(name.text)' keeps money in \(type.type.base.phrase), which rounds", at: type.syntax.base?.range ?? name.range,
      help: "make it a 'Fixed(scale:)' or a 'Decimal'")
  case .field(let place):
    let field = context.fields[place]
    guard let scalar = field.plainScalar, scalar == .float || scalar == .double, namesMoney(field.words),
      !context.index.isMeasured(field)
    else { return }
    findings.report(
      "'\(field.name)' keeps money in \(scalar.phrase), which rounds", at: field.typeRange,
      help: "make it a 'Currency'", fixes: field.retyping(to: "Currency") { $0.isCurrency })
  case .model, .structure, .enumeration, .enumCase: return
  }
}
