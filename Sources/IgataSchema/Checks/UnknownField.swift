public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A constraint or `@inverse` names a field that there is not.
  ///
  /// Fields are named as they are in the schema, not as their columns are; a relation stands for all of its columns.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   kind: String
  ///   index(knd)
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   kind: String
  ///   index(kind)
  /// }
  /// ```
  public static let unknownField = DiagnosticKind("unknown-field")
}

extension Diagnostic {
  static func unknownField(_ name: NameSyntax, in title: String, nearest: String?) -> Diagnostic {
    Diagnostic(.unknownField, "\(title) has no field '\(name.text)'", at: name.range)
      .proposing(nearest, for: name)
  }
}
