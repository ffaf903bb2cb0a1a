public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A `primaryKey`, `unique` or `index` is not in its form.
  ///
  /// `index(a, b desc, name: "…", where: "…")`: the names of fields, `desc` behind those that run downwards, and then
  /// the options, each once. A primary key has neither a direction nor a condition.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   kind: String
  ///   index(kind, nam: "by_kind")
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   kind: String
  ///   index(kind, name: "by_kind")
  /// }
  /// ```
  public static let constraintForm = DiagnosticKind("constraint-form")
}

extension Diagnostic {
  static func wrongConstraint(at range: SourceRange, _ message: String, help: String) -> Diagnostic {
    Diagnostic(.constraintForm, message, at: range, help: help)
  }

  static func repeatedOption(_ label: NameSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .constraintForm, "'\(label.text)' is given twice", at: label.range, help: "leave one out",
      related: [.init(first, "the first one is here")])
  }
}
