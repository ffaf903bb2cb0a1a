public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingColon = DiagnosticKind(
    "missing-colon",
    """
    There is no `:` between a field's name and its type.

    The name comes first, then a `:` and the type.
    """,
    example: """
      struct Place {
        city String
      }
      """,
    fix: .replacing("city", with: "city:"))
}

extension Diagnostic {
  static func missingColon(after name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingColon, "no ':' between '\(name)' and its type", at: range, help: "add ':'",
      fixes: [Fix(title: "add ':'", range: range, replacement: ":", isSafe: true)])
  }

  /// - Parameter line: The field as it should be.
  static func typeBeforeName(_ name: String, _ line: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingColon, "the type comes before the name '\(name)'", at: range, help: "write '\(line)'",
      fixes: [Fix(title: "write '\(line)'", range: range, replacement: line, isSafe: true)])
  }
}
