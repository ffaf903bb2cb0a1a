public import IgataDiagnostics

extension DiagnosticKind {
  public static let realmName = DiagnosticKind(
    "realm-name",
    """
    A type of the schema has a name that the generated classes for Realm need.

    The shared types of these classes are declared in `IgataRealm.swift`, and their names begin with `Realm`.
    """,
    language: .text,
    example: """
      model RealmStore {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("RealmStore", with: "Shop"))
}

extension Diagnostic {
  static func realmName(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .realmName, "'\(name)' is a name that the classes for Realm need", at: range,
      help: "rename the type")
  }
}
