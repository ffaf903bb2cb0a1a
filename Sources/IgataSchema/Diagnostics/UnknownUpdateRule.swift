public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let unknownUpdateRule = DiagnosticKind(
    "unknown-update-rule",
    """
    `@onUpdate` names a rule that doesn't exist.

    The rule applies when another program changes the key of a row; a store never does. `cascade` changes the relation
    with it, `restrict` prevents the change while there are rows that refer to the key, and `noAction` prevents it at
    the end of the statement or of the transaction.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        parent: Account? @onUpdate(cascad)
      }
      """,
    fix: .replacing("@onUpdate(cascad)", with: "@onUpdate(cascade)"))
}

extension Diagnostic {
  static func unknownUpdateRule(_ name: NameSyntax, nearest: String?) -> Diagnostic {
    Diagnostic(
      .unknownUpdateRule, "there is no update rule '\(name.text)'", at: name.range,
      help: "the rules are cascade, restrict and noAction"
    ).proposing(nearest, for: name)
  }
}
