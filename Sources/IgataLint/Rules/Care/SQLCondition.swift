import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let sqlCondition = LintRule(
    "sql-condition", .care, .strictOnly,
    """
    A condition is SQL in a plain string.

    Nothing checks SQL: it isn't renamed with its fields, it may mean something else in another database, and without
    a database it isn't enforced. A condition such as `deletedAt == nil` is checked and translated. If only SQL can
    say it, `sql("…")` shows that it is meant.
    """,
    example: """
      model Tag {
        id: UUID = uuid() @primaryKey
        name: String
        deletedAt: Date?

        unique(name, where: "deleted_at IS NULL")
      }
      """,
    fix: .replacing(#""deleted_at IS NULL")"#, with: "deletedAt == nil)"),
    check: .models { model, _, findings in
      for option in model.constraints.flatMap(\.options) where option.has(.where) {
        guard case .literal(let literal) = option.value, case .string = literal.value else { continue }
        let (start, end) = (literal.range.start, literal.range.end)
        let file = literal.range.file
        let fix = Diagnostic.Fix(
          title: "write 'sql(…)'",
          edits: [
            .init(SourceRange(file: file, start: start, end: start), "sql("),
            .init(SourceRange(file: file, start: end, end: end), ")"),
          ], isSafe: false)
        findings.report(
          "the condition is SQL, which nothing checks", at: literal.range,
          help: "write a condition such as 'deletedAt == nil', or 'sql(\"…\")'", fixes: [fix])
      }
    })
}
