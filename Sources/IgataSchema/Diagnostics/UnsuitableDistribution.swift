public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A model's rows can't be spread by the field that `distribute(by:)` names.
  ///
  /// The field's value says on which server a row lies, so every row has one, and equal values are the same. So the
  /// field is not optional, not a wrapper, and holds one value that can be compared: no list, no struct, no `JSON`, no
  /// `Float` or `Double`. A required relation may be it.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Entry {
  ///   id: UUID = uuid() @primaryKey
  ///   region: String?
  ///   distribute(by: region)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Entry {
  ///   id: UUID = uuid() @primaryKey
  ///   region: String
  ///   distribute(by: region)
  /// }
  /// ```
  public static let unsuitableDistribution = DiagnosticKind("unsuitable-distribution")
}

extension Diagnostic {
  static func unsuitableDistribution(_ name: NameSyntax, reason: String, field: SourceRange) -> Diagnostic {
    Diagnostic(
      .unsuitableDistribution, "rows can't be spread by '\(name.text)': it \(reason)", at: name.range,
      help: "choose a field that every row has a value of", related: [.init(field, "the field is here")])
  }
}
