public import IgataDiagnostics

extension DiagnosticKind {
  public static let takenSchemaName = DiagnosticKind(
    "taken-schema-name",
    """
    A type of the schema has the name of the enum that lists all models, which `schemaName` in `igata.json` sets.
    """,
    language: .text,
    example: """
      igata.json:      {"schemaName": "Household"}
      household.igata: model Household { … }
      """,
    fix: .replacing(#""Household"}"#, with: #""HouseholdSchema"}"#))
}

extension Diagnostic {
  static func takenSchemaName(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .takenSchemaName, "'\(name)' is also the name of the enum that lists all models", at: range,
      help: "rename the type, or give the enum another name with 'schemaName' in igata.json")
  }
}
