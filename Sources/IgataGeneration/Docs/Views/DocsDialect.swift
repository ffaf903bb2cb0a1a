import IgataTables

extension Dialect {
  /// The name of the database, as its documentation writes it.
  var title: String {
    switch self {
    case .sqlite: "SQLite"
    case .postgresql: "PostgreSQL"
    }
  }

  var engine: any SQLDialect {
    switch self {
    case .sqlite: SQLiteDialect()
    case .postgresql: PostgreSQLDialect()
    }
  }
}
