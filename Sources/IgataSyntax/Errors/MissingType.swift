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

  /// - Parameter literal: The kind of the default, where there is one, which tells the type.
  static func missingType(ofField name: String, at range: SourceRange, default literal: Token.Kind?) -> Diagnostic {
    // The wide colon of East Asian keyboards is a letter to Swift, so it hides in the name.
    let hidesColon = name.unicodeScalars.contains("\u{FF1A}")
    var diagnostic = Diagnostic(
      .missingType, "field '\(name)' has no type", at: range, help: hidesColon ? "write ':' for '\u{FF1A}'" : nil)
    let type: String? =
      switch literal {
      case .string, .multilineString: "String"
      case .integer: "Int"
      case .decimal: "Decimal"
      default: nil
      }
    guard let type, !hidesColon else { return diagnostic }
    let end = SourceRange(file: range.file, start: range.end, end: range.end)
    diagnostic.help = "write '\(name): \(type) = …'"
    diagnostic.fixes = [Fix(title: "make it ': \(type)'", range: end, replacement: ": \(type)", isSafe: false)]
    return diagnostic
  }
}
