public import IgataDiagnostics

extension DiagnosticKind {
  /// No one column tells where Citus is to keep the rows of a model.
  ///
  /// Citus spreads rows by one column. A relation to a model with a key of several fields has several, and the one is
  /// meant that the other model is spread by; where that is none, or none of its key, nothing tells.
  ///
  /// ## Example
  /// ```text
  /// model Seat {
  ///   row: Int32
  ///   number: Int32
  ///   primaryKey(row, number)
  /// }
  ///
  /// model Ticket {
  ///   id: UUID = uuid() @primaryKey
  ///   seat: Seat
  ///   distribute(by: seat)
  /// }
  /// ```
  ///
  /// ## Fix
  /// ```text
  /// model Seat {
  ///   row: Int32
  ///   number: Int32
  ///   primaryKey(row, number)
  ///   distribute(by: row)
  /// }
  ///
  /// model Ticket {
  ///   id: UUID = uuid() @primaryKey
  ///   seat: Seat
  ///   distribute(by: seat)
  /// }
  /// ```
  public static let citusDistribution = DiagnosticKind("citus-distribution")
}

extension Diagnostic {
  static func citusDistribution(_ message: String, at range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(.citusDistribution, message, at: range, help: help)
  }
}
