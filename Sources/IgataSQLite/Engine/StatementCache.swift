#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// The prepared statements of a connection, each prepared when it is first needed.
final class StatementCache {
  /// The maximum number of statements. When it is reached, all are dropped and prepared again when needed.
  private static let most = 1000

  private let database: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var tables: [ObjectIdentifier: TableStatements] = [:]
  private var lastTable: TableStatements?
  /// ``PreparedTables/adaptationCount`` when the first of ``tables`` was made.
  private var adaptationCount = 0
  /// What is known of the tables.
  var known = PreparedTables(SQLiteDialect())

  init(_ database: OpaquePointer) { self.database = database }

  /// The statement for a text.
  subscript(sql: String) -> Statement {
    get throws(EngineFailure) {
      if let known = statements[sql] { return known }
      let statement = try Statement(sql, on: database)
      if statements.count >= Self.most { removeAll() }
      statements[sql] = statement
      return statement
    }
  }

  /// The statements of a table, which are found without their text.
  subscript(table: TableDescription) -> TableStatements {
    if known.adaptationCount != adaptationCount {
      adaptationCount = known.adaptationCount
      tables.removeAll()
      lastTable = nil
    }
    if let lastTable, lastTable.text.table === table { return lastTable }
    if tables.count >= Self.most { removeAll() }
    let statements = tables[ObjectIdentifier(table)] ?? TableStatements(table, known)
    tables[ObjectIdentifier(table)] = statements
    lastTable = statements
    return statements
  }

  func removeAll() {
    statements.removeAll()
    tables.removeAll()
    lastTable = nil
  }
}

/// The statements of one table, which are found in the cache of a connection without making their text.
final class TableStatements {
  private static let mostShapes = 500
  private static let mostWrites = 16

  let text: TableText
  /// The forms in which the key's columns are looked up, so that nothing is converted for each row; empty if there are
  /// none.
  let keyForms: [StoredForm?]
  private var find: Statement?
  /// The statements that wrote rows, of which a program has a few.
  private var writes: [(write: RowWrite, statement: Statement)] = []
  private var shapes: [[Int]: ShapedSelection] = [:]
  private var lastShape: ShapedSelection?

  private let tables: PreparedTables

  init(_ table: TableDescription, _ tables: PreparedTables) {
    self.tables = tables
    text = tables.text(of: table)
    let adapted = text.adapted[table]
    let forms = table.primaryKey.map { adapted[$0]?.keyForm.flatMap { $0.storesAllValues ? $0 : nil } }
    keyForms = forms.contains { $0 != nil } ? forms : []
  }

  /// Finds one row by its key.
  func finding(_ cache: StatementCache) throws(EngineFailure) -> Statement {
    if let find { return find }
    let statement = try cache[keyForms.isEmpty ? text.finding : text.finding(in: keyForms)]
    find = statement
    return statement
  }

  /// The statement for a shape; `nil` if no query of the shape was translated before.
  func selection(of shape: QueryShape) -> ShapedSelection? {
    if let lastShape, lastShape.shape == shape.tokens { return lastShape }
    guard let known = shapes[shape.tokens] else { return nil }
    lastShape = known
    return known
  }

  /// Keeps the statement for all queries of the shape.
  func keep(
    _ translated: TranslatedQuery, _ statement: Statement, for shape: QueryShape, _ results: [AggregateResult] = []
  ) {
    guard let selection = ShapedSelection(shape, translated, statement, results) else { return }
    if shapes.count >= Self.mostShapes { shapes.removeAll() }
    shapes[shape.tokens] = selection
    lastShape = selection
  }

  func writing(_ write: RowWrite, _ cache: StatementCache) throws(EngineFailure) -> Statement {
    for known in writes where known.write.hasStatement(of: write) { return known.statement }
    let statement = try cache[tables.statement(for: write).sql]
    if writes.count >= Self.mostWrites { writes.removeFirst() }
    writes.append((write, statement))
    return statement
  }
}

#endif
