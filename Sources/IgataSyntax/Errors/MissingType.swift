public import IgataDiagnostics

extension DiagnosticKind {
  /// A type should stand here.
  ///
  /// Each field says its type, also where it has a default.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   city = "Oslo"
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// struct Place {
  ///   city: String = "Oslo"
  /// }
  /// ```
  public static let missingType = DiagnosticKind("missing-type")
}

extension Diagnostic {
  static func missingType(_ message: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.missingType, message, at: range)
  }

  static func missingType(ofField name: String, at range: SourceRange) -> Diagnostic {
    // The wide colon of East Asian keyboards is a letter to Swift, so it hides in the name.
    let hidesColon = name.unicodeScalars.contains("\u{FF1A}")
    return Diagnostic(
      .missingType, "field '\(name)' has no type", at: range, help: hidesColon ? "write ':' for '\u{FF1A}'" : nil)
  }
}
