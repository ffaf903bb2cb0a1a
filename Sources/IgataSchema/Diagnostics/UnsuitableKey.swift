public import IgataDiagnostics

extension DiagnosticKind {
  public static let unsuitableKey = DiagnosticKind(
    "unsuitable-key",
    """
    A field can't be part of the primary key.

    A key identifies a row, so every row needs a key that can be compared for equality. A field of a key can't be
    optional, a wrapper, a list, a struct, a `JSON`, a `Float` or a `Double`. A required relation can be part of a
    key; the columns of its foreign key are then columns of this key, each of them once. If it has `@references` to
    another relation, declare the columns as fields, and use those. The key of a wrapper isn't made by `cuid()` or
    `ulid()`: it has to be the same whenever the wrapper is read, so that it is derived from the owner's key, which
    makes a UUID.
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

  static func repeatedKeyColumn(_ field: Field, _ column: Column) -> Diagnostic {
    Diagnostic(
      .unsuitableKey,
      "'\(field.name)' can't be part of the primary key: the key has its column '\(column.name)' already",
      at: field.origin.range, help: "remove '\(field.name)' from the key, or the other field with that column")
  }

  static func wrapperKey(_ field: Field, _ key: Field, of model: String) -> Diagnostic {
    Diagnostic(
      .unsuitableKey, "'\(field.name)' can't be a wrapper: 'cuid()' and 'ulid()' make another key of it each time",
      at: field.origin.range, help: "write 'uuid()' as the default of '\(model).\(key.name)'",
      related: [.init(key.origin.range, "the key is here")])
  }
}
