public import IgataDiagnostics

extension DiagnosticKind {
  public static let tooLong = DiagnosticKind(
    "too-long",
    """
    A name has more than 255 bytes, a number more than 1,000, or a file more than 10,000 errors.

    Databases truncate longer names, and then two of them may be the same. Only the first 10,000 errors are reported.
    """,
    example: """
      struct Place {
        口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口: String
      }
      """,
    fix: .replacing(
      "口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口:",
      with: "口:"))
}

extension Diagnostic {
  static func tooLong(_ what: String, limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(.tooLong, "this \(what) has \(range.end - range.start) bytes; at most \(limit) are allowed", at: range)
  }

  static func tooManyFindings(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(.tooLong, "more than \(limit) errors; the others aren't reported", at: range)
  }
}
