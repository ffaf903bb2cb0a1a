public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// An attribute is given twice.
  ///
  /// The later one is the error. Several rules are silenced by one attribute, each with a reason or all with one:
  /// `@allow(first, "why", second, "why")`, `@allow(first, second, "why")`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String @length(1...) @length(...100)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String @length(1...100)
  /// }
  /// ```
  public static let duplicateAttribute = DiagnosticKind("duplicate-attribute")
}

extension Diagnostic {
  static func duplicateAttribute(_ syntax: AttributeSyntax, _ kind: AttributeKind, first: SourceRange) -> Diagnostic {
    let fix = Fix(
      title: "remove '@\(kind.rawValue)'", range: syntax.range, replacement: "", isSafe: syntax.arguments == nil)
    return Diagnostic(
      .duplicateAttribute, "'@\(kind.rawValue)' is given twice", at: syntax.range, help: "leave one out",
      related: [.init(first, "the first one is here")], fixes: [fix])
  }
}
