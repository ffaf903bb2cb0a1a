import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let ignoredIndexMethod = LintRule(
    "ignored-index-method", .relations, .normal,
    """
    An index has a method, but SQL is generated for SQLite only.

    Index methods belong to PostgreSQL. SQLite has one kind of index, and that is what it makes of every method: an
    index on a list or a `JSON` by `gin`, which finds elements in PostgreSQL, is an index on the whole text there.
    """,
    example: """
      model Page {
        id: UUID = uuid() @primaryKey
        path: String

        index(path, using: hash)
      }
      """,
    fix: .replacing("index(path, using: hash)", with: "index(path)"),
    check: .models { model, context, findings in
      guard context.targets.dialects == [.sqlite] else { return }
      for method in model.declaredMethods {
        findings.report(
          "SQLite has no index by '\(method.name.text)', and makes an ordinary one", at: method.name.range,
          help: "remove 'using', or the index")
      }
    })
}
