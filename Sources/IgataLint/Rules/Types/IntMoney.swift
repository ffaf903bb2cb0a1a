import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// An amount of money is a bare integer.
  ///
  /// Nobody can tell whether `1999` is in pounds or in pence, and one caller will take the other. A `Currency` is exact
  /// and says what it is; a type of its own (`type Yen = Int64`) or a name (`priceInCents`) tells the unit,
  /// and so does a comment on the field.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Product {
  ///   id: UUID = uuid() @primaryKey
  ///   price: Int
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// type Cents = Int
  ///
  /// model Product {
  ///   id: UUID = uuid() @primaryKey
  ///   price: Cents
  /// }
  /// ```
  static let intMoney = LintRule(
    "int-money", .types, .usual,
    houseStyle: HouseStyle(
      "integers are money and do not say their unit", help: "make them 'Currency', or name their unit"),
    check: .fields(checkIntMoney))
}

private func checkIntMoney(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard let scalar = field.plainScalar, scalar.isInteger, let word = WordList.money.match(in: field.words),
    namesMoney(field.words), WordList.moneyUnits.match(in: field.words) == nil
  else { return }
  if WordList.moneyUnits.match(in: context.index.remarks(on: field)) != nil { return }
  // An integer `amount` may be of anything, and a `deposit` or a `balance` too.
  if ambiguous.contains(word), !context.index.tellsOfMoney(field) { return }
  findings.report(
    "'\(field.name)' is money in \(scalar.phrase), which does not say its unit", at: field.typeRange,
    help: "make it a 'Currency', or a type that is named after its unit",
    fixes: field.retyping(to: "Currency") { $0.isCurrency })
}

private let ambiguous: Set<String> = ["amount", "balance", "deposit", "payment", "income", "dues", "cash", "premium"]
