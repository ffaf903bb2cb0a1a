public import IgataDiagnostics

extension DiagnosticKind {
  /// A type of the schema has the name of a type that a Swift file declares which is compiled with the generated ones.
  ///
  /// The compiler would refuse both. What is private to its file does not count, nor does what stands in an `#if`.
  ///
  /// ## Example
  ///
  /// ```text
  /// Shop.igata:     model Order { … }
  /// Checkout.swift: struct Order { … }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```text
  /// Shop.igata:     model Order { … }
  /// Checkout.swift: struct Checkout { … }
  /// ```
  public static let takenName = DiagnosticKind("taken-name")
}

extension Diagnostic {
  static func takenName(_ name: String, at range: SourceRange, by other: SourceRange) -> Diagnostic {
    Diagnostic(
      .takenName, "'\(visible(name))' is declared by a Swift file as well", at: range,
      help: "rename one of them", related: [Related(other, "the other is here")])
  }
}
