public import IgataDiagnostics

extension DiagnosticKind {
  /// A type stands around something that is not a scalar of the language.
  ///
  /// `type` makes a Swift type of its own around one stored value. Other such types are refused as a base, so that
  /// all constraints of a value stand in one place; enums, structs and models are types of their own already; lists
  /// and optionals belong to the field.
  ///
  /// ## Example
  ///
  /// ```igata
  /// type Email = String @length(3...254)
  /// type WorkEmail = Email
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// type Email = String @length(3...254)
  /// type WorkEmail = String @length(3...254)
  /// ```
  public static let newtypeBase = DiagnosticKind("newtype-base")
}

extension Diagnostic {
  static func newtypeBase(_ range: SourceRange, of name: String, because reason: String) -> Diagnostic {
    Diagnostic(
      .newtypeBase, "type '\(name)' can't stand around this: \(reason)", at: range,
      help: "name a scalar, such as 'String' or 'Fixed(scale: 100)'")
  }
}
