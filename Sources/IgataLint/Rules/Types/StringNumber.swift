import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let stringNumber = LintRule(
    "string-number", .types, .normal,
    """
    A number is stored in a `String`.

    `"9"` is sorted after `"10"`, and a sum has to read every row. Numbers that aren't quantities, such as phone and
    invoice numbers, are text and aren't reported.
    """,
    example: """
      model Product {
        id: UUID = uuid() @primaryKey
        price: String
      }
      """,
    fix: .replacing("String", with: "Currency"),
    check: .fields { field, context, findings in
      guard field.plainScalar == .string, field.field.constraints.pattern == nil,
        let last = field.words.last
      else {
        return
      }
      let proposal: String
      if sums.contains(last), namesMoney(field.words) {
        proposal = "Currency"
      } else if let known = numbers[last], !exceptions.contains(where: field.words.contains) {
        proposal = known
      } else {
        return
      }
      guard !context.declared.isUnreadable(field) else { return }
      findings.report(
        "'\(field.name)' stores a number in a 'String'", at: field.typeRange, help: "make it \(article(proposal))",
        fixes: field.retyping(to: proposal))
    })
}

private func article(_ type: String) -> String { type == "Int" ? "an 'Int'" : "a '\(type)'" }

private let sums: Set<String> = ["price", "amount", "cost", "fee", "salary", "balance", "金額", "残高", "価格", "単価"]

/// The types for counts and measures, by the last word of their names.
private let numbers: [String: String] = pairs(
  """
  count Int, quantity Int, qty Int, age Int, weight Double, height Double, latitude Double, longitude Double,
  percentage Double, percent Double, distance Double, temperature Double, 数量 Int, 個数 Int, 人数 Int, 年齢 Int
  """)

private let exceptions: Set<String> = ["font", "line", "stone", "bronze", "iron", "golden", "display", "formatted"]
