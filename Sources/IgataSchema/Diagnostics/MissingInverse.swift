public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let missingInverse = DiagnosticKind(
    "missing-inverse",
    """
    A list of models could be the inverse of a relation back to this model, or a separate relation.

    `entries: [Entry] @inverse(account)` contains the entries whose `account` is this one; nothing is stored for the
    list itself. `entries: [Entry] @joinTable("account_entry")` is a separate relation, which is stored in a join
    table of that name and doesn't change when `entry.account` is set. If the other model has a relation back to this
    one that isn't the inverse of another list, the list must declare which of the two it is. If the other model has
    no relation back, or only a list, neither is needed.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        entries: [Entry]
      }

      model Entry {
        id: UUID = uuid() @primaryKey
        account: Account
      }
      """,
    fix: .replacing("[Entry]", with: "[Entry] @inverse(account)"))
}

extension Diagnostic {
  /// - Parameters:
  ///   - relations: The relations back to the model, at least one.
  ///   - table: The name that the join table would have.
  static func missingInverse(_ field: FieldSyntax, _ relations: [NameSyntax], table: String) -> Diagnostic {
    let shown = relations.prefix(3)
    let inverses = shown.map { "'@inverse(\($0.text))'" }.joined(separator: " or ")
    let names = shown.map { "'\($0.text)'" }.joined(separator: " or ")
    let end = SourceRange(file: field.range.file, start: field.range.end, end: field.range.end)
    func fix(_ attribute: String) -> Fix {
      Fix(title: "add '\(attribute)'", range: end, replacement: " \(attribute)", isSafe: false)
    }
    return Diagnostic(
      .missingInverse, "'\(field.name.text)' could be the inverse of \(names), or a separate relation",
      at: field.name.range, help: "add \(inverses), or '@joinTable(\"\(table)\")' for a separate relation",
      related: shown.map { .init($0.range, "'\($0.text)' is a relation back") },
      fixes: shown.map { fix("@inverse(\($0.text))") } + [fix("@joinTable(\"\(table)\")")])
  }
}
