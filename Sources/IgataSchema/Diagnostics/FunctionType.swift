public import IgataDiagnostics
import IgataSyntax
import IgataTables

extension DiagnosticKind {
  public static let functionType = DiagnosticKind(
    "function-type",
    """
    An index applies a function to a field whose type it doesn't take.

    `lower` takes a `String`, or a `type` whose base is `String`. Numbers and dates have no case, and the cases of an
    enum are written in one way only: index the field itself.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        number: Int
        index(lower(number))
      }
      """,
    fix: .replacing("index(lower(number))", with: "index(number)"))
}

extension Diagnostic {
  static func functionType(_ function: IndexFunction, _ name: NameSyntax, found: String) -> Diagnostic {
    Diagnostic(
      .functionType, "'\(function.rawValue)' takes a 'String', and '\(name.text)' is \(found)", at: name.range,
      help: "index '\(name.text)' itself")
  }
}
