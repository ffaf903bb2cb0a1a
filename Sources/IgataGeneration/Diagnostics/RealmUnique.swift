public import IgataDiagnostics

extension DiagnosticKind {
  public static let realmUnique = DiagnosticKind(
    "realm-unique",
    """
    Realm enforces uniqueness only for keys, so a unique field of the schema isn't unique in the generated classes.
    """,
    language: .text,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        email: String @unique
      }
      """,
    fix: """
      model Person {
        email: String @primaryKey
      }
      """)
}

extension Diagnostic {
  static func realmUnique(_ fields: [String], at range: SourceRange) -> Diagnostic {
    let names = fields.map { "'\($0)'" }.joined(separator: " and ")
    return Diagnostic(
      .realmUnique, "Realm does not keep \(names) unique\(fields.count > 1 ? " together" : "")", at: range,
      severity: .warning, help: "only keys are unique in Realm")
  }
}
