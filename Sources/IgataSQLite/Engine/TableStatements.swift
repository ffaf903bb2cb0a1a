#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// The statements of one table on one connection, each prepared when it is first needed.
final class TableStatements {
  /// The maximum number of cached statements. When it is reached, all are dropped and prepared again when needed.
  static let most = 500

  let text: TableText
  private let database: OpaquePointer
  private var find: Statement?
  private var insert: Statement?
  private var update: Statement?
  private var save: Statement?
  private var insertMissing: Statement?
  /// The statements that write some of the columns, or leave some out.
  private var partial: [PartialWrite: Statement] = [:]
  /// By what comes after ``TableText/selection``.
  private var selections: [String: Statement] = [:]
  private var shapes: [[Int]: ShapedSelection] = [:]
  private var lastShape: ShapedSelection?

  init(_ table: TableDescription, _ database: OpaquePointer) {
    text = TableText(table, SQLiteDialect())
    self.database = database
  }

  /// Finds one row by its key.
  func finding() throws(EngineFailure) -> Statement {
    if let find { return find }
    let statement = try Statement(text.finding, on: database)
    find = statement
    return statement
  }

  func selection(_ query: TranslatedQuery) throws(EngineFailure) -> Statement {
    if let known = selections[query.rest] { return known }
    let statement = try Statement(query.sql, on: database)
    if selections.count >= Self.most { selections.removeAll() }
    selections[query.rest] = statement
    return statement
  }

  /// The statement for a shape; `nil` if no query of the shape was translated before.
  func selection(of shape: QueryShape) -> ShapedSelection? {
    if let lastShape, lastShape.shape == shape.tokens { return lastShape }
    guard let known = shapes[shape.tokens] else { return nil }
    lastShape = known
    return known
  }

  /// Caches the statement for all queries of the shape.
  func keep(
    _ translated: TranslatedQuery, _ statement: Statement, for shape: QueryShape, _ results: [AggregateResult] = []
  ) {
    guard let selection = ShapedSelection(shape, translated, statement, results) else { return }
    if shapes.count >= Self.most { shapes.removeAll() }
    shapes[shape.tokens] = selection
    lastShape = selection
  }

  func writing(_ write: RowWrite) throws(EngineFailure) -> Statement {
    if write.columns != nil || !write.omitted.isEmpty { return try prepared(&partial[PartialWrite(write)], write) }
    return switch write.kind {
    case .insert: try prepared(&insert, write)
    case .update: try prepared(&update, write)
    case .save: try prepared(&save, write)
    case .insertMissing: try prepared(&insertMissing, write)
    }
  }

  private func prepared(_ statement: inout Statement?, _ write: RowWrite) throws(EngineFailure) -> Statement {
    if let statement { return statement }
    let sql = WriteStatement(
      write.kind, write.table, text.dialect, columns: write.columns, omitted: write.omitted
    ).sql
    let new = try Statement(sql, on: database)
    statement = new
    return new
  }
}

/// Identifies a statement that writes some of a table's columns, or leaves some out.
private struct PartialWrite: Hashable {
  let kind: RowWrite.Kind
  let columns: [Int]?
  let omitted: [Int]

  init(_ write: RowWrite) {
    kind = write.kind
    columns = write.columns
    omitted = write.omitted
  }
}

#endif
