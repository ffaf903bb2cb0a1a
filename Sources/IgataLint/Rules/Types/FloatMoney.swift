import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let floatMoney = LintRule(
    "float-money", .types, .severe,
    """
    An amount of money is stored in binary floating point.

    `0.1 + 0.2` isn't `0.3` in a `Double`, and sums differ from what was paid. A `Currency` is exact to three decimal
    places; `Fixed(scale:)` and `Decimal` store more. An `amount` in a model with a field `unit` is assumed to be a
    measure, and a `fee` with a default such as `0.05` a rate.
    """,
    example: """
      model Product {
        id: UUID = uuid() @primaryKey
        price: Double
      }
      """,
    fix: .replacing("Double", with: "Currency"),
    check: .names { name, context, findings in
      if case .newtype(let index) = name.declaration {
        let type = context.newtypes[index]
        guard type.type.base == .float || type.type.base == .double, namesMoney(name.words) else { return }
        findings.report(
          "'\(name.text)' stores money as \(type.type.base.phrase), which rounds",
          at: type.syntax.base?.range ?? name.range,
          help: "make it a 'Fixed(scale:)' or a 'Decimal'")
      } else if let field = name.field {
        guard let scalar = field.plainScalar, scalar == .float || scalar == .double, namesMoney(field.words),
          !context.declared.isMeasured(field), !isRate(field)
        else { return }
        // A fraction of a cent needs more decimal places than 'Currency' stores.
        let isInUnits = WordList.moneyUnits.match(in: field.words) != nil
        let (help, fixes) = context.retyping(field, to: "Currency", "a 'Currency'", form: "number") { $0.isCurrency }
        findings.report(
          "'\(field.name)' stores money as \(scalar.phrase), which rounds", at: field.typeRange,
          help: isInUnits ? "make it a 'Decimal'" : help, fixes: isInUnits ? [] : fixes)
      }
    })
}

/// Whether the default shows that a fee is a rate, as `0.05` does.
private func isRate(_ field: DeclaredField) -> Bool {
  guard case .decimal(let digits)? = field.field.defaultValue, digits.hasPrefix("0.") else { return false }
  return WordList.shares.match(in: field.words) != nil
}

extension WordList {
  fileprivate static let shares = WordList("commission, fee, fees, premium, surcharge, tax, toll, 手数料")
}
