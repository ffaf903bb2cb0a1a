import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let duplicateInverse = LintRule(
    "duplicate-inverse", .relations, .normal,
    """
    Two lists are the inverse of the same relation.

    They always contain the same models.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        entries: [Entry] @inverse(account)
        allEntries: [Entry] @inverse(account)
      }

      model Entry {
        id: UUID = uuid() @primaryKey
        account: Account
      }
      """,
    fix: """
      model Account {
        id: UUID = uuid() @primaryKey
        entries: [Entry] @inverse(account)
      }

      model Entry {
        id: UUID = uuid() @primaryKey
        account: Account
      }
      """,
    check: .models { model, context, findings in
      var seen: [FieldKind: DeclaredField] = [:]
      for field in context.declared.fields(of: .model(model.index)) {
        guard case .inverse = field.kind else { continue }
        guard let first = seen[field.kind] else {
          seen[field.kind] = field
          continue
        }
        findings.report(
          "'\(field.name)' always contains the same as '\(first.name)'", at: field.range, help: "remove one of them",
          related: [.init(first.range, "'\(first.name)' is here")],
          fixes: [context.declared.removingLines(of: field.wholeRange, title: "remove '\(field.name)'", isSafe: false)])
      }
    })
}
