#if SQLite || canImport(SQLite3)

/// The statements that every session runs, so that they are not looked up by their text.
enum TransactionCommand: Int, CaseIterable {
  case begin, beginWriting
  /// Takes the snapshot that a transaction reads.
  case look
  case commit, rollback

  var sql: String {
    switch self {
    case .begin: "BEGIN"
    case .beginWriting: "BEGIN IMMEDIATE"
    case .look: "SELECT 1 FROM sqlite_schema LIMIT 1"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    }
  }
}

#endif
