public import IgataDiagnostics

extension DiagnosticKind {
  public static let realmCheck = DiagnosticKind(
    "realm-check",
    """
    Realm has no checks, so a condition of the schema isn't enforced by the generated classes.
    """,
    language: .text,
    example: """
      model Booking {
        id: UUID = uuid() @primaryKey
        nights: Int
        check(nights > 0)
      }
      """,
    fix: """
      model Booking {
        id: UUID = uuid() @primaryKey
        nights: Int @range(1...)
      }
      """)
}

extension Diagnostic {
  static func realmCheck(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .realmCheck, "Realm does not enforce '\(name)'", at: range, severity: .warning,
      help: "check the objects before they are written")
  }
}
