public import IgataDiagnostics

extension DiagnosticKind {
  public static let secondPrimaryKey = DiagnosticKind(
    "second-primary-key",
    """
    A model has two primary keys.

    The second one is reported. A key of several fields is one member: `primaryKey(a, b)`.
    """,
    example: """
      model Seat {
        row: Int32 @primaryKey
        number: Int32 @primaryKey
      }
      """,
    fix: """
      model Seat {
        row: Int32
        number: Int32
        primaryKey(row, number)
      }
      """)
}

extension Diagnostic {
  /// - Parameter isSame: Whether the second one is equivalent to the first.
  static func secondPrimaryKey(
    _ title: String, at range: SourceRange, first: SourceRange, isSame: Bool
  ) -> Diagnostic {
    let fix = Fix(title: "remove the second one", range: range, replacement: "", isSafe: isSame)
    return Diagnostic(
      .secondPrimaryKey, "\(title) already has a primary key", at: range,
      help: isSame ? "remove one of them" : "for a key of several fields, write 'primaryKey(a, b)'",
      related: [.init(first, "the first one is here")], fixes: [fix])
  }
}
