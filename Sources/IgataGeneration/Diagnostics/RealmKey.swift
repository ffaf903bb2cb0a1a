public import IgataDiagnostics

extension DiagnosticKind {
  public static let realmKey = DiagnosticKind(
    "realm-key",
    """
    Realm can't use the key of a model as its primary key: the key has several parts, or its type isn't supported as a
    key.

    A Realm key is a single property of type `Bool`, `String`, `UUID` or an integer type. The generated class gets an
    additional key, a string that is composed of the parts of the model's key when an object is saved.
    """,
    language: .text,
    example: """
      model Seat {
        row: Int32
        number: Int32
        primaryKey(row, number)
      }
      """,
    fix: """
      model Seat {
        id: UUID = uuid() @primaryKey
        row: Int32
        number: Int32
      }
      """)
}

extension Diagnostic {
  static func realmKey(_ model: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .realmKey, "Realm can't use the key of '\(model)' as its primary key", at: range, severity: .warning,
      help: "its class has the key 'compoundKey', which is set when an object is saved")
  }
}
