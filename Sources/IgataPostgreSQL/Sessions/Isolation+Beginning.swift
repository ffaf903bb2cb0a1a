#if PostgreSQL
@_spi(Backend) internal import IgataRuntime

extension PostgreSQLOptions.Isolation {
  /// The requests that begin a session's transaction, with the settings of a scope.
  func beginning(_ access: SessionAccess, _ settings: ScopeSettings?) -> [Request] {
    switch access {
    case .singleRead, .alone: []
    case .read: Self.reading + (settings?.requests ?? [])
    case .write: [.command(begin)] + (settings?.requests ?? []) + (self == .oneWriter ? Self.locking : [])
    }
  }

  private var begin: String {
    switch self {
    case .oneWriter, .readCommitted: "BEGIN ISOLATION LEVEL READ COMMITTED"
    case .repeatableRead: "BEGIN ISOLATION LEVEL REPEATABLE READ"
    case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
    }
  }

  private static let reading = [Request.command("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")]

  /// Lets transactions that write in one schema run one after another.
  private static let locking = [
    Request.command("SELECT pg_advisory_xact_lock(hashtext('igata writer'), hashtext(\(ChangeNotice.schema)))")
  ]
}

#endif
