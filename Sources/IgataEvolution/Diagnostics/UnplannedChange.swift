public import IgataDiagnostics

extension DiagnosticKind {
  /// No script for a kind of database does what has changed.
  ///
  /// In PostgreSQL, values don't go to other tables yet, as where a struct becomes a model, and functions of the
  /// program aren't called.
  ///
  /// ## Example
  ///
  /// ```text
  /// version 6: model Account { …  note: String }
  /// now:       model Details { …  note: String @renamed(from: "Account.note") }
  /// ```
  ///
  /// ## Fix
  ///
  /// Add the new field beside the old one, move the values by a program, and remove the old field in a later version.
  /// Or leave `"postgresql"` out of `"embed"` in `igata.json`.
  ///
  /// ```text
  /// now:       model Account { …  note: String }
  ///            model Details { …  note: String = "" }
  /// ```
  public static let unplannedChange = DiagnosticKind("unplanned-change")
}

extension Diagnostic {
  static func unplannedChange(_ change: Change, _ dialect: String) -> Diagnostic {
    Diagnostic(
      .unplannedChange, "no script for \(dialect) does this yet: \(change.message)", at: change.range,
      help: "add the new field beside the old one, and remove that in a later version")
  }
}
