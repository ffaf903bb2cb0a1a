public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let constraintForm = DiagnosticKind(
    "constraint-form",
    """
    The arguments of a `primaryKey`, `unique`, `index` or `check` are invalid.

    The form is `index(a, lower(b) desc, name: "…", where: a > 1)`: the names of fields, each followed by `desc` for
    descending order, and then each option at most once. The only function is `lower`. A primary key has neither a
    function, nor an order, nor a condition. A `check(a > 1)` has one condition, which isn't SQL, and optionally a
    name. A condition in SQL is one expression: its parentheses and quotes close, and nothing follows it.

    `using: gin` is an option of indexes alone. Those by `hash`, `gist`, `gin` and `brin` have no order, and those by
    `hash` have one column.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        kind: String
        index(kind, nam: "by_kind")
      }
      """,
    fix: .replacing("nam:", with: "name:"))
}

extension Diagnostic {
  static func wrongConstraint(at range: SourceRange, _ message: String, help: String) -> Diagnostic {
    Diagnostic(.constraintForm, message, at: range, help: help)
  }

  static func repeatedOption(_ label: NameSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .constraintForm, "'\(label.text)' is given twice", at: label.range, help: "remove one of them",
      related: [.init(first, "the first one is here")])
  }
}
