import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let intMoney = LintRule(
    "int-money", .types, .normal,
    """
    An amount of money is a bare integer.

    It isn't clear whether `1999` is in dollars or in cents, and some callers will get it wrong. A `Currency` is exact
    and unambiguous. A separate type (`type Yen = Int64`), a name (`priceInCents`) or a comment on the field specifies
    the unit.
    """,
    example: """
      model Product {
        id: UUID = uuid() @primaryKey
        price: Int
      }
      """,
    fix: """
      type Cents = Int

      model Product {
        id: UUID = uuid() @primaryKey
        price: Cents
      }
      """,
    houseStyle: HouseStyle(
      "integers are money without a unit", help: "make them 'Currency', or name their unit"),
    check: .fields { field, context, findings in
      guard let scalar = field.plainScalar, scalar.isInteger, let word = WordList.money.match(in: field.words),
        namesMoney(field.words), WordList.moneyUnits.match(in: field.words) == nil
      else { return }
      if WordList.moneyUnits.match(in: context.declared.remarks(on: field)) != nil { return }
      // An integer `amount`, `deposit` or `balance` can be of anything.
      if ambiguous.contains(word), !context.declared.isAboutMoney(field) { return }
      findings.report(
        "'\(field.name)' is money in \(scalar.phrase) without a unit", at: field.typeRange,
        help: "make it a 'Currency', or a type that is named after its unit",
        fixes: field.retyping(to: "Currency") { $0.isCurrency })
    })
}

private let ambiguous: Set<String> = ["amount", "balance", "deposit", "payment", "income", "dues", "cash", "premium"]
