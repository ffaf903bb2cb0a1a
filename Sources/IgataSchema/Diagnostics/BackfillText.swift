public import IgataDiagnostics

extension DiagnosticKind {
  public static let backfillText = DiagnosticKind(
    "backfill-text",
    """
    `@backfill` has SQL, or the call of a function, that can't be read.

    Fields of the old model are written in braces, and become the names of their columns: `{name}`, `{home.city}` for
    a field of a struct, and in SQL `{value}` for the old value of the field itself. A field that is called `value` is
    written in backticks. For a brace of the SQL, write two. A function of the program is a name and such fields in
    parentheses: `swift: "firstName({name})"`.

    A type and an enum have no model of their own, so that SQL on them has `{value}` only.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        name: String @length(...50) @backfill(sql: "substr({name, 1, 50)")
      }
      """,
    fix: .replacing(#""substr({name,"#, with: #""substr({name},"#))
}

extension Diagnostic {
  static func backfillText(_ problem: BackfillTextReader.Problem) -> Diagnostic {
    Diagnostic(.backfillText, problem.text, at: problem.range, help: problem.help)
  }

  /// A field in a text on something that belongs to no model.
  static func unknownBackfillRow(_ field: FieldReference, on title: String) -> Diagnostic {
    Diagnostic(
      .backfillText, "\(title) belongs to no model whose '\(field.path.joined(separator: "."))' could be read",
      at: field.range, help: "write '{value}' for the old value, or write '@backfill' on the fields")
  }

  /// A function on something that belongs to no model.
  static func backfillFunction(on title: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .backfillText, "\(title) belongs to no model whose fields a function could get", at: range,
      help: "write '@backfill' on the fields")
  }

  /// `{value}` as an argument of a function where the name of the old field isn't known.
  static func unknownBackfillValue(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .backfillText, "a function has no '{value}' here", at: range, help: "write the name of the old field in braces")
  }
}
