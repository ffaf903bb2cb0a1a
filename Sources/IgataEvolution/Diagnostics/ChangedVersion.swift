public import IgataDiagnostics

extension DiagnosticKind {
  public static let changedVersion = DiagnosticKind(
    "changed-version",
    """
    A sealed version was changed: its schema or its script no longer has the sum that `history` has.

    Databases have this version as it was. What is to be different now is a new version. Layout, comments and line
    ends may change; they aren't part of the sum.
    """,
    language: .text,
    example: """
      Migrations/0004-notes/sqlite.sql: ALTER TABLE "accounts" ADD COLUMN "note" TEXT;
      after an edit:                    ALTER TABLE "accounts" ADD COLUMN "notes" TEXT;
      """,
    fix: "git checkout Migrations/0004-notes")
}

extension Diagnostic {
  /// - Parameter file: The index of the file that was changed among those of the run.
  public static func changedVersion(_ version: SealedVersion, file: Int) -> Diagnostic {
    changedVersion(version, at: SourceRange(file: file, start: 0, end: 0), ", here or in its 'schema.igata'")
  }

  static func changedVersion(
    _ version: SealedVersion, at range: SourceRange, _ location: String = ""
  ) -> Diagnostic {
    Diagnostic(
      .changedVersion, "version \(version.number) '\(version.name)' was changed after it was sealed", at: range,
      help: "take the change back\(location); what is to be different now is a new version")
  }
}
