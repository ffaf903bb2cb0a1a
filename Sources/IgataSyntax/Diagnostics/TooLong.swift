public import IgataDiagnostics

extension DiagnosticKind {
  /// A name has more than 255 bytes, a number more than 1,000, or a file more than 10,000 errors.
  ///
  /// Databases cut longer names off, and then two of them may be the same. Of the errors, the first 10,000 are
  /// reported.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Place {
  ///   口: String
  /// }
  /// ```
  public static let tooLong = DiagnosticKind("too-long")
}

extension Diagnostic {
  static func tooLong(_ what: String, limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(.tooLong, "a \(what) of \(range.end - range.start) bytes; the longest has \(limit)", at: range)
  }

  static func tooManyFindings(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(.tooLong, "more than \(limit) errors; this and what follows is not reported", at: range)
  }
}
