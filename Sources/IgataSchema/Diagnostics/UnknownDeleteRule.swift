public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let unknownDeleteRule = DiagnosticKind(
    "unknown-delete-rule",
    """
    `@onDelete` names a rule that doesn't exist.

    `cascade` also deletes the row, `restrict` prevents deleting a row that is referred to, `nullify` sets the
    relation to `NULL`, and `noAction` checks the relation at the end of the transaction. `unconstrained` is for models
    that are `@external`, and says that the database has no foreign key.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        parent: Account? @onDelete(nulify)
      }
      """,
    fix: .replacing("@onDelete(nulify)", with: "@onDelete(nullify)"))
}

extension Diagnostic {
  static func unknownDeleteRule(_ name: NameSyntax, nearest: String?) -> Diagnostic {
    Diagnostic(
      .unknownDeleteRule, "there is no delete rule '\(name.text)'", at: name.range,
      help: "the rules are cascade, restrict, nullify, noAction and, for '@external' models, unconstrained"
    ).proposing(nearest, for: name)
  }
}
