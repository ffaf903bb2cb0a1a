public import IgataDiagnostics

extension DiagnosticKind {
  public static let unsuitableKey = DiagnosticKind(
    "unsuitable-key",
    """
    A field can't be part of the primary key.

    A key identifies a row, so every row needs a key that can be compared for equality. A field of a key can't be
    optional, a wrapper, a list, a struct, a `JSON`, a `Float` or a `Double`. A required relation can be part of a
    key; the columns of its foreign key are then columns of this key. For a relation with `@references`, declare the
    columns as fields, and use those.
    """,
    example: """
      model Tag {
        name: String? @primaryKey
      }
      """,
    fix: .replacing("String?", with: "String"))
}

extension Diagnostic {
  static func unsuitableKey(
    _ name: String, at range: SourceRange, reason: String, help: String?, field: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .unsuitableKey, "'\(name)' can't be part of the primary key: it \(reason)", at: range,
      help: help ?? "choose another field", related: [.init(field, "the field is here")])
  }
}
