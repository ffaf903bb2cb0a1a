public import IgataDiagnostics

extension DiagnosticKind {
  public static let nullifyRequired = DiagnosticKind(
    "nullify-required",
    """
    `@onDelete(nullify)` is used on a required relation.

    The column of a required relation can't be `NULL`.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
      }

      model Account {
        id: UUID = uuid() @primaryKey
        owner: Person @onDelete(nullify)
      }
      """,
    fix: .replacing("owner: Person", with: "owner: Person?"))
}

extension Diagnostic {
  static func nullifyRequired(_ field: String, at range: SourceRange, type: SourceRange?) -> Diagnostic {
    Diagnostic(
      .nullifyRequired, "'\(field)' is required and can't be set to NULL", at: range,
      help: "make its type optional, or choose another rule", fixes: makeOptional(type))
  }

  /// The fix that adds a `?` to a type.
  static func makeOptional(_ type: SourceRange?) -> [Fix] {
    guard let type else { return [] }
    let end = SourceRange(file: type.file, start: type.end, end: type.end)
    return [Fix(title: "make the type optional", range: end, replacement: "?", isSafe: false)]
  }
}
