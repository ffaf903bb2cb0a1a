/// The request of a command that maintains one database, whatever tables it has.
package struct MaintenanceRequest: Sendable {
  package enum Action: Hashable, Sendable {
    /// Copies the database to a file: a path or a URL.
    case backUp(to: String)
    case verify(isFull: Bool)
    case compact
  }

  package let action: Action
  /// The database: a path or a URL.
  package let database: String
}

extension OptionRule {
  fileprivate static let full = OptionRule.flag(
    "full", "also check that indexes match their tables, and that the rows\nexist to which others refer")
}

extension Command {
  private static func operands(_ label: String, _ count: Int) -> Operands {
    Operands(label: label, count: count...count, suggestions: .files(ending: nil))
  }

  static let maintenance = group(
    "database", "back up, verify and compact a database",
    [
      inDatabase(
        "backup", "copy a SQLite database to a file while programs use it", operands: operands("DATABASE TO", 2),
        options: [],
        notes: """
          DATABASE is a path or a sqlite: URL, and is only read. The copy is the database as it is at one
          moment. It is written beside TO, verified, and then replaces what is there: if it fails or is
          killed, the old copy stays. TO must not be a database that a program has open.
          """
      ) { invocation, _ in
        .maintain(
          MaintenanceRequest(action: .backUp(to: invocation.operands[1]), database: invocation.operands[0]))
      },
      inDatabase(
        "verify", "print what is wrong in a database", operands: operands("DATABASE", 1), options: [.full],
        notes: """
          DATABASE is the path of a SQLite file or a postgresql:// URL. It is only read. The exit status is
          1 if anything is wrong. In SQLite, that is what 'quick_check' finds, or with --full
          'integrity_check' and 'foreign_key_check'. On PostgreSQL, it is the indexes and constraints that
          the server doesn't rely on, with and without --full.
          """
      ) { invocation, _ in
        .maintain(
          MaintenanceRequest(action: .verify(isFull: invocation.has(.full)), database: invocation.operands[0]))
      },
      inDatabase(
        "compact", "give back the space that deleted rows have left in a SQLite database",
        operands: operands("DATABASE", 1), options: [],
        notes: """
          DATABASE is a path or a sqlite: URL. Programs that write to it wait, and those that read don't.
          The folder needs as much space as the database. If it fails, nothing is changed.
          """
      ) { invocation, _ in
        .maintain(MaintenanceRequest(action: .compact, database: invocation.operands[0]))
      },
    ])
}
