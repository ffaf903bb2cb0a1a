public import IgataDiagnostics

extension DiagnosticKind {
  public static let invalidUTF8 = DiagnosticKind(
    "invalid-utf8",
    """
    The file contains bytes that aren't valid UTF-8.

    It was most likely saved in another encoding, or cut in the middle of a character. Save it as UTF-8. In the
    example, `�` represents such a byte.
    """,
    example: """
      struct Place {
        city: String = "Z�rich"
      }
      """,
    fix: .replacing(#""Z�rich""#, with: #""Zürich""#))
}

extension Diagnostic {
  static func invalidUTF8(_ byte: UInt8, at range: SourceRange) -> Diagnostic {
    let digits = String(byte, radix: 16, uppercase: true)
    return Diagnostic(
      .invalidUTF8, "byte 0x\(digits) isn't valid UTF-8", at: range, help: "save the file as UTF-8")
  }

  /// A file that is encoded in something other than UTF-8.
  static func wrongEncoding(_ encoding: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.invalidUTF8, "the file is \(encoding), not UTF-8", at: range, help: "save the file as UTF-8")
  }
}
