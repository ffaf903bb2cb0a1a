#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// The statements of one table, which are found in the cache of a connection without making their text.
final class TableStatements {
  /// The maximum number of shapes.
  private static let most = 500

  let text: TableText
  private var find: Statement?
  private var insert: Statement?
  private var update: Statement?
  private var save: Statement?
  private var insertMissing: Statement?
  /// The statements that write some of the columns, or leave some out.
  private var partial: [PartialWrite: Statement] = [:]
  private var shapes: [[Int]: ShapedSelection] = [:]
  private var lastShape: ShapedSelection?

  init(_ table: TableDescription) { text = TableText(table, SQLiteDialect()) }

  /// Finds one row by its key.
  func finding(_ cache: StatementCache) throws(EngineFailure) -> Statement {
    if let find { return find }
    let statement = try cache[text.finding]
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
    if shapes.count >= Self.most { shapes.removeAll() }
    shapes[shape.tokens] = selection
    lastShape = selection
  }

  func writing(_ write: RowWrite, _ cache: StatementCache) throws(EngineFailure) -> Statement {
    if write.columns != nil || !write.omitted.isEmpty {
      return try statement(&partial[PartialWrite(write)], write, cache)
    }
    return switch write.kind {
    case .insert: try statement(&insert, write, cache)
    case .update: try statement(&update, write, cache)
    case .save: try statement(&save, write, cache)
    case .insertMissing: try statement(&insertMissing, write, cache)
    }
  }

  private func statement(
    _ known: inout Statement?, _ write: RowWrite, _ cache: StatementCache
  ) throws(EngineFailure) -> Statement {
    if let known { return known }
    let statement = try cache[
      WriteStatement(write.kind, write.table, text.dialect, columns: write.columns, omitted: write.omitted).sql]
    known = statement
    return statement
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
