#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// The triggers, views and indexes of a database that no schema has, and that a migration keeps.
struct OtherObjects {
  struct Object {
    var kind: String
    var name: String
    var sql: String
    /// The columns of an index; `nil` for an expression. Empty for a trigger.
    var columns: [String?] = []
  }

  private let connection: Connection
  /// How many columns each view reads that works.
  private let views: [String: Int]
  private let brokenViews: Set<String>
  /// The tables with triggers whose statements work.
  private let tables: [String]
  private let isNew: Bool

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    isNew = false
    let all = try connection.views()
    let counts = all.map { (name: $0, columns: try? connection.columns(readBy: $0)) }
    views = Dictionary(counts.compactMap { view in view.columns.map { (view.name, $0) } }) { first, _ in first }
    brokenViews = Set(counts.filter { $0.columns == nil }.map(\.name))
    let triggered = try connection.rows(
      """
      SELECT DISTINCT tbl_name FROM sqlite_schema WHERE type = 'trigger' \
      AND tbl_name IN (SELECT name FROM sqlite_schema WHERE type = 'table')
      """
    ).compactMap { $0[0] }
    tables = triggered.filter { connection.problem(ofTriggersOn: $0) == nil }
  }

  private init(newOn connection: Connection) {
    self.connection = connection
    (views, brokenViews, tables, isNew) = ([:], [], [], true)
  }

  /// The first view or trigger of a new database that doesn't work, as a clause. SQLite accepts every definition.
  static func firstBroken(inNew connection: Connection) throws(StoreError) -> String? {
    try OtherObjects(newOn: connection).firstBroken()
  }

  /// The statements that create the triggers of a table, and the indexes that no schema gave it.
  func statements(of table: String, besides known: [String]) throws(StoreError) -> [Object] {
    let name = connection.dialect.literal(table)
    let rows = try connection.rows(
      """
      SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = \(name) COLLATE NOCASE \
      AND type IN ('trigger', 'index') AND sql IS NOT NULL
      """)
    var objects: [Object] = []
    for row in rows {
      guard let kind = row[0], let name = row[1], let sql = row[2] else { continue }
      if kind == "index", known.contains(name) { continue }
      let columns = kind == "index" ? try columns(of: name) : []
      objects.append(Object(kind: kind, name: name, sql: sql, columns: columns))
    }
    return objects
  }

  /// Creates a trigger or an index again.
  ///
  /// - Returns: Why it no longer works; `nil` if it does.
  func restore(_ object: Object) throws(StoreError) -> String? {
    do {
      try connection.runOnce(object.sql)
    } catch {
      return error.message
    }
    guard object.kind == "index" else { return nil }
    // To SQLite, a name in double quotes that is no column's is a text, and an index of a text works.
    let found = try columns(of: object.name)
    return zip(object.columns, found).first { $0 != $1 }.map { "no such column: \($0.0 ?? object.name)" }
  }

  private func columns(of index: String) throws(StoreError) -> [String?] {
    let name = connection.dialect.literal(index)
    return try connection.rows("SELECT name FROM pragma_index_info(\(name)) ORDER BY seqno").map { $0[0] }
  }

  /// The first view or trigger that doesn't work, and wasn't there before or worked, as a clause.
  func firstBroken() throws(StoreError) -> String? {
    for view in try connection.views() where !brokenViews.contains(view) {
      let problem: String
      do {
        // A name in double quotes is a text here, too.
        if try connection.columns(readBy: view) >= views[view] ?? 0 { continue }
        problem = "a column that it reads is gone"
      } catch {
        problem = error.message
      }
      return "the view '\(view)' \(clause(problem))"
    }
    let triggered = try connection.rows(
      "SELECT tbl_name, group_concat(name, ''', ''') FROM sqlite_schema WHERE type = 'trigger' GROUP BY tbl_name")
    for row in triggered {
      guard let table = row[0], let names = row[1], let problem = connection.problem(ofTriggersOn: table) else {
        continue
      }
      // The triggers of a renamed table are checked as well.
      guard tables.contains(table) || !problem.contains("no such table: main.\(table)") else { continue }
      let subject = names.contains("', '") ? "one of the triggers" : "the trigger"
      return "\(subject) '\(names)' on '\(table)' \(clause(problem))"
    }
    return nil
  }

  private func clause(_ problem: String) -> String {
    isNew
      ? "doesn't work: \(problem)"
      : "would no longer work: \(problem); drop it before, and create it again afterward; nothing was changed"
  }
}

extension Connection {
  fileprivate func views() throws(StoreError) -> [String] {
    try rows("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name").compactMap { $0[0] }
  }

  /// How many columns a view reads. Throws if it doesn't work.
  fileprivate func columns(readBy view: String) throws(EngineFailure) -> Int {
    let sql = "SELECT * FROM \(dialect.identifier(view)) LIMIT 0"
    _ = try audit.record { () throws(EngineFailure) in try Statement(sql, on: database) }
    return audit.readColumns.count
  }

  /// Why a statement that runs the triggers of a table doesn't work; `nil` if all do.
  fileprivate func problem(ofTriggersOn name: String) -> String? {
    let table = dialect.identifier(name)
    let column = try? texts("SELECT name FROM pragma_table_info(\(dialect.literal(name))) LIMIT 1").first?[0]
    guard let column else { return nil }
    let name = dialect.identifier(column)
    return problem(of: "DELETE FROM \(table)") ?? problem(of: "UPDATE \(table) SET \(name) = \(name)")
      ?? problem(of: "INSERT INTO \(table) DEFAULT VALUES")
  }

  private func problem(of sql: String) -> String? {
    do {
      _ = try Statement(sql, on: database)
      return nil
    } catch {
      return error.message
    }
  }
}

#endif
