public import IgataDiagnostics
import IgataSchema

extension DiagnosticKind {
  public static let claimedTwice = DiagnosticKind(
    "claimed-twice",
    """
    `@renamed(from:)` names something that is also kept, renamed to something else, or reserved.

    Values move to one field only. To copy them to others as well, give those a `@backfill(sql: "{name}")`, which
    reads the field of the version before, whether it is kept, renamed, or dropped with `reserved`. To give the
    former name to something new, make two versions: rename in the first one, and declare the name in the next one.
    """,
    language: .text,
    example: """
      version 6: name: String
      now:       first: String @renamed(from: "name")
                 last: String @renamed(from: "name")
      """,
    fix: """
      now:       first: String @renamed(from: "name")
                 last: String @backfill(sql: "{name}")
      """)
}

extension Diagnostic {
  /// - Parameter isField: Whether it is about the values of a field, which can be copied.
  static func claimedTwice(_ former: FormerName, by other: SourceRange, isField: Bool) -> Diagnostic {
    let copying = isField ? ": '@backfill(sql: \"{\(former.name)}\")' copies the values" : ""
    return Diagnostic(
      .claimedTwice, "the values of '\(former.text)' can't be used twice", at: former.range,
      help: "remove one of them\(copying); or rename in this version, and declare the other one in the next",
      related: [Related(other, "they are already used here")])
  }
}
