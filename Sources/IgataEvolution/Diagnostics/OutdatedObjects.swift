public import IgataDiagnostics

extension DiagnosticKind {
  public static let outdatedObjects = DiagnosticKind(
    "outdated-objects",
    """
    An object of an earlier version has the name of a table or a column that is renamed or dropped.

    A database that is migrated has the object as its engine keeps it. One that is created later runs the newest block
    `objects`, whose SQL has the former name.
    """,
    language: .text,
    example: """
      version 2: -- igata: objects
                 CREATE VIEW IF NOT EXISTS remarks AS SELECT comment FROM account;
                 -- igata: end
      now:       remark: String @renamed(from: "comment")
      """,
    fix: """
      next/sqlite.sql: -- igata: before
                       DROP VIEW remarks;
                       -- igata: end
                       -- igata: objects
                       CREATE VIEW IF NOT EXISTS remarks AS SELECT remark FROM account;
                       -- igata: end
      """)
}

extension Diagnostic {
  static func outdatedObjects(
    naming name: String, of version: SealedVersion, _ dialect: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .outdatedObjects,
      "'\(name)' is gone, and new databases create the 'objects' of version \(version.number) '\(version.name)', "
        + "which have this name",
      at: range, severity: .warning,
      help: "define all objects again in 'objects' of \(OwnSQL.path(of: dialect)), which 'igata migrate new' writes")
  }
}
