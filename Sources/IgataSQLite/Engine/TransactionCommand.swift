#if SQLite || canImport(SQLite3)

/// What every session runs, so that no text need be looked up for it.
enum TransactionCommand: Int, CaseIterable {
  case begin, beginWriting
  /// Fixes the state of the data that a transaction sees.
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
