public import IgataDiagnostics

extension DiagnosticKind {
  public static let relationInStruct = DiagnosticKind(
    "relation-in-struct",
    """
    A field of a struct is a model.

    A struct is a value without identity; only a model can refer to other rows.
    """,
    example: """
      model Country {
        id: UUID = uuid() @primaryKey
      }

      struct Address {
        city: String
        country: Country
      }
      """,
    fix: """
      model Country {
        id: UUID = uuid() @primaryKey
      }

      struct Address {
        city: String
      }

      model Person {
        id: UUID = uuid() @primaryKey
        home: Address
        country: Country
      }
      """)
}

extension Diagnostic {
  static func relationInStruct(at range: SourceRange, model: String, in structure: String) -> Diagnostic {
    Diagnostic(
      .relationInStruct, "struct '\(structure)' can't contain the model '\(model)'", at: range,
      help: "declare the relation in the model that contains the struct")
  }
}
