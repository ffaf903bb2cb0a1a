public import IgataDiagnostics

extension DiagnosticKind {
  /// A field is part of the primary key that can't be.
  ///
  /// A key is there in every row, and equal keys are the same row. So a field in it is not optional, not a wrapper,
  /// and holds one value that can be compared: no list, no struct, no `JSON`, no `Float` or `Double`. A required
  /// relation may be part of a key; the columns of its foreign key are then columns of this one.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Tag {
  ///   name: String? @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Tag {
  ///   name: String @primaryKey
  /// }
  /// ```
  public static let unsuitableKey = DiagnosticKind("unsuitable-key")
}

extension Diagnostic {
  static func unsuitableKey(_ name: String, at range: SourceRange, reason: String, field: SourceRange) -> Diagnostic {
    Diagnostic(
      .unsuitableKey, "'\(name)' can't be part of the primary key: it \(reason)", at: range,
      help: "choose another field", related: [.init(field, "the field is here")])
  }
}
