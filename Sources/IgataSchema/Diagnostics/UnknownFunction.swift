public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let unknownFunction = DiagnosticKind(
    "unknown-function",
    """
    A default calls a function that doesn't exist.

    The functions are `uuid()`, `uuid7()`, `cuid()`, `ulid()`, `now()` and `autoincrement()`; a struct or a model is
    initialized by its name: `Settings()`.
    """,
    example: """
      model Message {
        id: UUID = uid() @primaryKey
      }
      """,
    fix: .replacing("uid()", with: "uuid()"))
}

extension Diagnostic {
  static func unknownFunction(_ name: NameSyntax, meant: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownFunction, "there is no function '\(name.text)'", at: name.range, help: "write '\(meant)'",
      fixes: [Fix(title: "write '\(meant)'", range: range, replacement: meant, isSafe: true)])
  }

  static func unknownFunction(_ name: NameSyntax, nearest: String?) -> Diagnostic {
    Diagnostic(.unknownFunction, "there is no function '\(name.text)'", at: name.range)
      .proposing(nearest, for: name)
  }
}
