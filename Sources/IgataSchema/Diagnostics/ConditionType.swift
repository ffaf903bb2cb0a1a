public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let conditionType = DiagnosticKind(
    "condition-type",
    """
    The sides of a comparison don't fit each other, or a condition isn't one.

    Both sides have the same type, as in Swift: two fields, or a field and a literal that the field could store.
    Numbers, texts and dates have an order, so that `<`, `<=`, `>` and `>=` apply to them. JSON and lists can't be
    compared, but a list has a `length(…)`. Only optional values are compared with `nil`, and a relation with another
    one to the same model. A condition reads the model's own fields, and no others.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        amount: Currency
        check(amount > "0")
      }
      """,
    fix: .replacing(#""0")"#, with: "0)"))
}

extension Diagnostic {
  static func conditionType(_ message: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    Diagnostic(.conditionType, message, at: range, help: help)
  }
}
