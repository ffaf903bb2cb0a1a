public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let missingReason = DiagnosticKind(
    "missing-reason",
    """
    `@allow(may-stop)` has no reason.

    A version that stops because of a row is a program that doesn't start again on that device, until the row is
    changed by hand. Whoever allows it knows why no row can stop it; the next reader has to know it too. The reason
    follows the rule, as a string.
    """,
    example: """
      model Account @allow(may-stop) {
        id: UUID = uuid() @primaryKey
        name: String
        unique(name)
      }
      """,
    fix: .replacing(
      "@allow(may-stop)",
      with: #"@allow(may-stop, "the list of accounts refuses a name that is taken")"#))
}

/// The rules about the change of a schema, which have no level: whoever allows one of them gives a reason.
public let evolutionRules: Set<String> = ["may-stop", "overwritten-values"]

extension Diagnostic {
  static func missingReason(_ rule: NameSyntax) -> Diagnostic {
    Diagnostic(
      .missingReason, "'\(rule.text)' is allowed without a reason", at: rule.range,
      help: rule.text == "may-stop"
        ? "write why no row can stop it: '@allow(may-stop, \"why\")'"
        : "write why the values may go: '@allow(\(rule.text), \"why\")'")
  }
}
