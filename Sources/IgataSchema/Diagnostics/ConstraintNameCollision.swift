public import IgataDiagnostics

extension DiagnosticKind {
  public static let constraintNameCollision = DiagnosticKind(
    "constraint-name-collision",
    """
    A key or an index has the same name as another one, or as a table.

    In a database, tables, unique constraints and indexes share one namespace. Without `name:`, a unique constraint is
    named `<table>_<columns>_key`, a check `<table>_<columns>_check`, and an index, including that of a relation,
    `<table>_<columns>_idx`. The function `lower` is a word after its column, and a method one after all columns. A
    number follows the name of each but the first of those that would have the same one: `<table>_<columns>_idx1`.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        kind: String
        name: String
        index(kind, name: "by_kind")
        index(name, name: "by_kind")
      }
      """,
    fix: .replacing(#"index(name, name: "by_kind")"#, with: #"index(name, name: "by_name")"#))
}

extension Diagnostic {
  static func constraintNameCollision(_ name: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .constraintNameCollision, "the name '\(name)' is already used", at: range,
      help: "choose another with 'name: \"…\"'",
      related: [.init(first, "used here")])
  }
}
