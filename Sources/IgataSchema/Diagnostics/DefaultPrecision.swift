public import IgataDiagnostics

extension DiagnosticKind {
  /// A default has more decimal places than its type keeps.
  ///
  /// It is never rounded: write the value that is meant.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   amount: Currency = 1.2345
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   amount: Currency = 1.234
  /// }
  /// ```
  public static let defaultPrecision = DiagnosticKind("default-precision")
}

extension Diagnostic {
  static func defaultPrecision(at range: SourceRange, expected: String, places: Int) -> Diagnostic {
    Diagnostic(
      .defaultPrecision, "the default has more decimal places than \(expected) keeps", at: range,
      help: "it keeps \(counted(places, "decimal place"))")
  }
}
