public import IgataDiagnostics
import IgataSyntax
import IgataTables

extension DiagnosticKind {
  public static let rawValueType = DiagnosticKind(
    "raw-value-type",
    """
    A raw value doesn't have the enum's raw type.

    An enum without a raw type is stored as text. For numbers, write `: Int16` or another integer type after its name.
    """,
    example: """
      enum Level {
        case low = 1
      }
      """,
    fix: .replacing("Level", with: "Level: Int16"))
}

extension Diagnostic {
  static func rawValueType(_ literal: LiteralSyntax, _ type: Scalar, of name: String) -> Diagnostic {
    let need = type == .string ? "write a string, or declare the raw type 'Int'" : "write an integer"
    return Diagnostic(
      .rawValueType, "the raw value of case '\(name)' has the wrong type: expected '\(type.name)'",
      at: literal.range, help: need)
  }
}
