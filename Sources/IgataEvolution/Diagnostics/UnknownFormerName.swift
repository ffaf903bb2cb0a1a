public import IgataDiagnostics
import IgataSchema

extension DiagnosticKind {
  public static let unknownFormerName = DiagnosticKind(
    "unknown-former-name",
    """
    `@renamed(from:)` or `@backfill` names something that the newest version of the schema doesn't have.
    """,
    language: .text,
    example: """
      version 6: comment: String = ""
      now:       remark: String = "" @renamed(from: "coment")
      """,
    fix: """
      now:       remark: String = "" @renamed(from: "comment")
      """)
}

extension Diagnostic {
  static func unknownFormerName(_ former: FormerName, in owner: String, nearest: String?) -> Diagnostic {
    Diagnostic(
      .unknownFormerName, "\(owner) had no '\(former.text)' before", at: former.range,
      help: nearest.map { "did you mean '\($0)'?" } ?? "remove '@renamed'",
      fixes: nearest.map {
        let title = "replace '\(former.text)' with '\($0)'"
        return [Fix(title: title, range: former.range, replacement: "\"\($0)\"", isSafe: false)]
      } ?? [])
  }

  /// A field that a backfill reads.
  static func unknownFormerName(_ field: FieldReference, in model: String, nearest: String?) -> Diagnostic {
    Diagnostic(
      .unknownFormerName, "model '\(model)' had no field '\(field.text)' before", at: field.range,
      help: nearest.map { "did you mean '\($0)'?" } ?? "a backfill reads fields of the model as it was before")
  }
}
