import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let recordCascade = LintRule(
    "record-cascade", .relations, .normal,
    """
    A cascade deletes records that must be kept.

    Invoices, payments and receipts are needed for years after the customer is deleted. Use `restrict`, or `nullify`
    for an optional relation.
    """,
    example: """
      model Customer {
        id: UUID = uuid() @primaryKey
      }

      model Invoice {
        id: UUID = uuid() @primaryKey
        customer: Customer @onDelete(cascade)
      }
      """,
    fix: .replacing("@onDelete(cascade)", with: "@onDelete(restrict)"),
    check: .fields { field, context, findings in
      guard case .toOne(let target, let kind, .cascade) = field.kind, let owner = field.model, owner != target else {
        return
      }
      let (record, other) = (context.models[owner], context.models[target])
      guard let last = record.words.last, WordList.records.match(in: [last]) != nil, let otherLast = other.words.last,
        WordList.records.match(in: [otherLast]) == nil
      else { return }
      findings.reportCascade(
        "deleting a '\(other.name)' deletes every '\(record.name)' of it", of: field,
        isRequired: kind == .required)
    })
}

extension WordList {
  fileprivate static let records = WordList(
    "invoice, receipt, payment, payout, refund, payslip, contract, 請求書, 領収書, 納品書, 契約, 支払")
}
