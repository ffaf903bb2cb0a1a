public import IgataDiagnostics

extension DiagnosticKind {
  public static let malformedNumber = DiagnosticKind(
    "malformed-number",
    """
    A number is malformed.

    Integers are written `1_000`, `0x7F`, `0b101` or `0o17`, decimals `1.10` or `1e9`. A name can't start with a
    digit.
    """,
    example: """
      struct Place {
        height: Int = 12m
      }
      """,
    fix: .replacing("12m", with: "12"))
}

extension Diagnostic {
  /// A number without a digit before its decimal point.
  ///
  /// - Parameter whole: The number with that digit.
  static func bareFraction(_ whole: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "a number starts with a digit", at: range, help: "write '\(whole)'",
      fixes: [Fix(title: "write '\(whole)'", range: range, replacement: whole, isSafe: true)])
  }

  static func malformedNumber(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "'\(text)' isn't a valid number", at: range,
      help: "numbers look like 1_000, 0x7F or 1.10, and a name can't start with a digit")
  }
}
