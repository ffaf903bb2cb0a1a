public import IgataDiagnostics

extension DiagnosticKind {
  /// A model has two primary keys.
  ///
  /// The later one is the error. A key of several fields is one member: `primaryKey(a, b)`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Seat {
  ///   row: Int32 @primaryKey
  ///   number: Int32 @primaryKey
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// model Seat {
  ///   row: Int32
  ///   number: Int32
  ///   primaryKey(row, number)
  /// }
  /// ```
  public static let secondPrimaryKey = DiagnosticKind("second-primary-key")
}

extension Diagnostic {
  static func secondPrimaryKey(_ title: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .secondPrimaryKey, "\(title) has a primary key already", at: range,
      help: "for a key of several fields, write 'primaryKey(a, b)'",
      related: [.init(first, "the first one is here")])
  }
}
