public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let rawType = DiagnosticKind(
    "raw-type",
    """
    An enum is stored as something other than text or an integer.

    The raw type is `String`, which is the default, `Int16`, `Int32`, `Int64` or `Int`.
    """,
    example: """
      enum Level: Double {
        case low
      }
      """,
    fix: .replacing("Double", with: "Int16"))
}

extension Diagnostic {
  static func rawType(_ type: TypeReferenceSyntax, of name: String, nearest: String?) -> Diagnostic {
    var diagnostic = Diagnostic(
      .rawType, "enum '\(name)' can't be stored as this type", at: type.range,
      help: "the raw types are String, Int16, Int32, Int64 and Int")
    guard case .named(let typeName, _, _) = type else { return diagnostic }
    diagnostic.message = "enum '\(name)' can't be stored as '\(typeName.text)'"
    return diagnostic.proposing(nearest, for: typeName)
  }
}
