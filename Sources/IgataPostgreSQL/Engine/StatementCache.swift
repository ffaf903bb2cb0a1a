#if PostgreSQL
@_spi(Backend) internal import IgataSQL

/// A statement that a connection keeps prepared.
struct PreparedStatement {
  var sql: String
  var types: [ServerType]
  var name: String
  let kind: StatementKind

  init(sql: String, types: [ServerType], name: String) {
    self.sql = sql
    self.types = types
    self.name = name
    kind = StatementKind(sql)
  }
}

/// The statements that the server keeps prepared for one connection, and what is known of them.
struct StatementCache {
  /// How many statements stay prepared at most.
  private static let maximumCount = 256

  private var statements: [String: PreparedStatement] = [:]
  /// The statements that find rows by their keys.
  var lookups = PreparedLookups()
  /// Whether queries returned many rows the last time, by their SQL.
  var givesMany: [String: Bool] = [:]
  private var nextName = 0
  /// Begins the names of the statements. A pooler may lend the server's connection to other programs as well.
  private let namePrefix = "igata\(UInt32.random(in: 0...UInt32.max))_"
  /// Whether the server may keep statements that are not here.
  private var hasForgotten = false

  subscript(sql: String) -> PreparedStatement? { statements[sql] }

  /// Adds a statement that the server has prepared.
  mutating func add(_ statement: PreparedStatement) { statements[statement.sql] = statement }

  /// Has all statements prepared again. If one is outdated, others that were prepared at its time are as well.
  mutating func forget() {
    statements.removeAll()
    lookups.removeAll()
    givesMany.removeAll()
    hasForgotten = true
  }

  /// Whether the server has to forget its statements before another one is prepared.
  mutating func takeNeedToDeallocate() -> Bool {
    if statements.count >= Self.maximumCount { forget() }
    defer { hasForgotten = false }
    return hasForgotten
  }

  /// A name that no prepared statement of the connection has.
  mutating func takeName() -> String {
    nextName += 1
    return "\(namePrefix)\(nextName)"
  }
}

#endif
