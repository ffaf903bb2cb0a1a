public import IgataDiagnostics
import IgataSchema

extension DiagnosticKind {
  /// `@renamed(from:)` names something that is also kept, renamed to something else, or reserved.
  ///
  /// Values move to one field only. To read one field in several, drop it with `reserved` and give the new fields a
  /// `@backfill(sql: …)`.
  ///
  /// ## Example
  ///
  /// ```text
  /// version 6: name: String
  /// now:       first: String @renamed(from: "name")
  ///            last: String @renamed(from: "name")
  /// ```
  ///
  /// ## Fix
  ///
  /// ```text
  /// now:       first: String @renamed(from: "name")
  ///            last: String @backfill("")
  /// ```
  public static let claimedTwice = DiagnosticKind("claimed-twice")
}

extension Diagnostic {
  static func claimedTwice(_ former: FormerName, by other: SourceRange) -> Diagnostic {
    Diagnostic(
      .claimedTwice, "the values of '\(former.text)' can't be used twice", at: former.range, help: "remove one of them",
      related: [Related(other, "they are already used here")])
  }
}
