public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let ambiguousLength = DiagnosticKind(
    "ambiguous-length",
    """
    A length is a single number, which could mean either exactly or at most that length.

    Lengths are ranges: `@length(...20)` means at most 20, `@length(20...20)` exactly 20, and `@length(1...20)` at
    most 20 and not empty.
    """,
    example: "type Code = String @length(20)",
    fix: "type Code = String @length(...20)")
}

extension Diagnostic {
  static func ambiguousLength(_ literal: LiteralSyntax) -> Diagnostic {
    let digits = literal.digits
    func fix(_ text: String, _ words: String) -> Fix {
      Fix(title: "write '@length(\(text))': \(words) \(digits)", range: literal.range, replacement: text, isSafe: false)
    }
    return Diagnostic(
      .ambiguousLength, "a length of \(digits) may mean exactly or at most", at: literal.range,
      help: "write '...\(digits)' for at most \(digits), or '\(digits)...\(digits)' for exactly \(digits)",
      fixes: [fix("...\(digits)", "at most"), fix("\(digits)...\(digits)", "exactly")])
  }
}
