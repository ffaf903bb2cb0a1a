public import IgataDiagnostics

extension DiagnosticKind {
  public static let structList = DiagnosticKind(
    "struct-list",
    """
    A list contains structs.

    A struct is stored in columns of its owner, whose number is fixed by the schema. For any number of values, use a
    model, which is stored in rows.
    """,
    example: """
      struct Address {
        city: String
      }

      model Person {
        id: UUID = uuid() @primaryKey
        homes: [Address]
      }
      """,
    fix: """
      model Address {
        id: UUID = uuid() @primaryKey
        city: String
      }

      model Person {
        id: UUID = uuid() @primaryKey
        homes: [Address]
      }
      """)
}

extension Diagnostic {
  static func structList(at range: SourceRange, name: String) -> Diagnostic {
    Diagnostic(
      .structList, "a list can't contain the struct '\(name)'", at: range, help: "make '\(name)' a model")
  }
}
