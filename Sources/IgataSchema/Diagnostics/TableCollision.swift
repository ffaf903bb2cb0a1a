public import IgataDiagnostics

extension DiagnosticKind {
  public static let tableCollision = DiagnosticKind(
    "table-collision",
    """
    Two tables have the same name.

    A table is named after its model, in `snake_case` unless `names` in `igata.json` has other rules; a join table is
    named after its model and field: `account_tags`. Database names are case-insensitive. Use `@table` to choose
    another name.
    """,
    example: """
      model UserGroup {
        id: UUID = uuid() @primaryKey
      }

      model User_Group {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("User_Group {", with: #"User_Group @table("old_user_group") {"#))
}

extension Diagnostic {
  static func tableCollision(_ name: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .tableCollision, "two tables are named '\(name)'", at: range, help: "name one of them with '@table(\"…\")'",
      related: [.init(first, "the first one is here")])
  }
}
