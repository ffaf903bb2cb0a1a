public import IgataDiagnostics

extension DiagnosticKind {
  /// A name has more than 255 bytes, or a number more than 1,000.
  ///
  /// Databases cut longer names off, and then two of them may be the same.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口口: String
  /// }
  /// ```
  ///
  /// ## Mend
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
}
