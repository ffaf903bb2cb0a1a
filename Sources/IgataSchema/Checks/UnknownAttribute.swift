public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// An attribute is named that the language does not have.
  ///
  /// On a field: `@primaryKey`, `@unique`, `@index`, `@column`, `@onDelete`, `@inverse`, `@length`, `@range`,
  /// `@pattern`, `@precision`, `@renamed`, `@deprecated`, `@sensitive`, `@updatedAt`, `@version`, `@allow`. On a
  /// model: `@table`, `@renamed`, `@deprecated`, `@allow`. On a case: `@unknown`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   email: String @uniqe
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   email: String @unique
  /// }
  /// ```
  public static let unknownAttribute = DiagnosticKind("unknown-attribute")
}

extension Diagnostic {
  static func unknownAttribute(_ name: NameSyntax, nearest: String?) -> Diagnostic {
    Diagnostic(.unknownAttribute, "there is no attribute '@\(name.text)'", at: name.range)
      .proposing(nearest, for: name, prefix: "@")
  }
}
