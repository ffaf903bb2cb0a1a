public import IgataDiagnostics
import IgataSchema

extension DiagnosticKind {
  public static let mismatchedFunction = DiagnosticKind(
    "mismatched-function",
    """
    A function of the program has other types in another call.

    The program passes each function once, for all versions. It gets the old fields as their columns store them: a
    fixed-point number as an `Int64` of its units, an enum as its raw value. Names that differ only in case are the
    same one in a database.
    """,
    language: .text,
    example: """
      version 3: code: String @backfill(swift: "code({name})")
      now:       number: Int64 @backfill(swift: "code({name})")
      """,
    fix: """
      now:       number: Int64 @backfill(swift: "number({name})")
      """)

  public static let unpassableList = DiagnosticKind(
    "unpassable-list",
    """
    A function of the program gets a list, or returns one: it can only have scalars.
    """,
    language: .text,
    example: """
      version 6: tags: [String]
      now:       tag: String @backfill(swift: "first({tags})")
      """,
    fix: """
      now:       tag: String @backfill(sql: "coalesce({tags} ->> 0, '')")
      """)
}

extension Diagnostic {
  /// - Parameters:
  ///   - other: The function as it is called first.
  ///   - version: The version that calls it first; `nil` for the one that isn't sealed.
  static func mismatchedFunction(
    _ function: SwiftFunction, _ other: SwiftFunction, of version: Int?, at column: ComparedColumn
  ) -> Diagnostic {
    let call = version.map { "in version \($0)" } ?? "in another call"
    return Diagnostic(
      .mismatchedFunction,
      function.name == other.name
        ? "'\(function.name)' is '\(function.types)' here, and '\(other.types)' \(call)"
        : "'\(function.name)' and '\(other.name)' \(call) differ only in case",
      at: column.backfill?.range ?? column.range, help: "give the function another name here")
  }

  static func unpassableList(_ field: FieldReference, to column: ComparedColumn) -> Diagnostic {
    Diagnostic(
      .unpassableList, "'\(field.text)' is a list, which can't be passed to a function", at: field.range,
      help: "\(column.proposal("sql: \"…\"", stops: !column.new.acceptsExpressions)) can read it")
  }

  static func unpassableList(returnedTo column: ComparedColumn) -> Diagnostic {
    Diagnostic(
      .unpassableList, "'\(column.path)' is a list, which no function can return",
      at: column.backfill?.range ?? column.range,
      help: "\(column.proposal("sql: \"…\"", stops: !column.new.acceptsExpressions)) can make one")
  }
}
