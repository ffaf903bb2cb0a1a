@_spi(Backend) public import IgataRuntime
public import IgataTables

/// The value of a parameter of a translated query.
@_spi(Backend) public enum QueryParameter: Sendable {
  case value(StoredValue)
  /// One end of the range in which a column of another program has a value.
  case bound(StoredBounds.Edge, StoredBounds, of: StoredValue)
  /// A value that comes from the schema and not from the query.
  case constant(StoredValue)
  case integer(Int64)
  /// A list of a type, which is never null, if the dialect ``QueryDialect/typesLists``.
  case list(StoredValue, ColumnType)
  /// Rows that the database reads as a table. Only SQL that a dialect appends itself has such a parameter.
  case rows(KeyList)
  /// Values of a type, none of them null, that the database takes as an array. Only SQL that a dialect appends itself
  /// has such a parameter.
  case array([StoredValue], ColumnType)
}

/// A query in SQL. Queries that differ only in their values have the same text, and so share one prepared statement.
@_spi(Backend) public struct TranslatedQuery: Sendable {
  /// The part that is the same for all queries of the kind on the table.
  public var start: String
  /// The part that follows ``start``.
  public var rest: String
  /// The values of the parameters, in the order of the text.
  public var parameters: [QueryParameter]

  /// The statement.
  public var sql: String { start + rest }
}

extension TranslatedQuery {
  /// A query for rows in SQL, which is made once for all queries of the shape.
  public static func rows(_ query: RowQuery, shapedBy text: TableText) throws(StoreError) -> TranslatedQuery {
    var shape = QueryShape()
    guard shape.become(query), shape.hasPlainText else { return try QueryTranslator.rows(query, text) }
    if let known = text.shaped[shape] { return known }
    let translated = try QueryTranslator.rows(query, text)
    text.shaped.keep(translated, for: shape)
    return translated
  }
}

/// Translates the conditions, orders and aggregates of one query. The query's own table is `t0`, the tables of related
/// rows are `t1`, `t2` and so on. Parameters are numbered in the order of the text.
@_spi(Backend) public struct QueryTranslator {
  let text: TableText
  /// The SQL that was translated so far.
  public var sql = ""
  /// The parameters of ``sql`` and of the text before it.
  public private(set) var parameters: [QueryParameter] = []
  /// The query's own row, and the related rows around the expression that is being translated, each with the tables
  /// that it is joined to.
  var rows: [JoinedTables]
  private var aliasCount = 0
  /// The parameters of the limit and the offset, if they are in the text already.
  var limits: (limit: String, offset: String?)?
  /// Whether there is a subquery for related rows.
  private(set) var hasSubqueries = false

  init(_ text: TableText) {
    self.text = text
    rows = [JoinedTables(text.own, text.adapted)]
  }

  /// A translator of a query inside of this one, which continues to count its parameters.
  ///
  /// - Parameter table: The inner query's table; `nil` for the same one.
  func inside(_ table: TableText? = nil) -> QueryTranslator {
    var inner = QueryTranslator(table ?? text)
    inner.parameters = parameters
    return inner
  }

  /// Takes the parameters of a translator that ``inside()`` returned.
  mutating func adopt(_ inner: QueryTranslator) { parameters = inner.parameters }

  var table: TableDescription { text.table }
  var dialect: any QueryDialect { text.dialect }

  /// The tables that the query's own row is joined to.
  var joins: JoinedTables { rows[0] }

  /// The tables of ``rows``.
  var tables: [TableDescription] { rows.map(\.root.table) }

  /// The query that returns the rows of `query`, with all columns of its table, or with its values.
  public static func rows(_ query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
    var translator = QueryTranslator(text)
    if !query.partition.isEmpty, query.isLimited { return try translator.parts(of: query) }
    if query.values != nil {
      let columns = try translator.columns(of: query)
      try translator.appendSelection(query)
      return try translator.finished("SELECT \(columns.isEmpty ? "1" : columns.joined(separator: ", "))")
    }
    if let keys = query.sortedKeys {
      let key = text.table.primaryKey.map { text.columns[$0] }
      let stored = try translator.storedColumns(of: text.table.primaryKey.map { .column(RelationPath(), $0) })
      let storedKeys = stored.map { KeyList(width: keys.width, values: keys.flatMap($0.values)) }
      let isJoined = text.dialect.appendJoin(
        of: stored?.columns ?? key, withSortedKeys: storedKeys ?? keys, to: &translator)
      guard isJoined else { return try translator.selected(query) }
      return try translator.translated(text.selection, translator.sql)
    }
    return try translator.selected(query)
  }

  private mutating func selected(_ query: RowQuery) throws(StoreError) -> TranslatedQuery {
    try appendSelection(query)
    return try translated(text.selection, joins.sql + sql)
  }

  /// What is read of each row: the columns of the table, or the query's values.
  mutating func columns(of query: RowQuery) throws(StoreError) -> [String] {
    guard let values = query.values else { return text.selected }
    var columns: [String] = []
    for value in values { columns.append(try sql(of: value)) }
    return columns
  }

  /// `WHERE`, `ORDER BY` and `LIMIT`.
  mutating func appendSelection(_ query: RowQuery, isOrdered: Bool = true) throws(StoreError) {
    try appendCondition(query.condition)
    if isOrdered {
      try appendFirstRows(of: query)
      sql += " "
      try appendOrder(query.partition.map { Ordering($0) } + query.order)
    }
    appendLimit(query)
  }

  mutating func appendCondition(_ condition: Condition?) throws(StoreError) {
    guard let condition else { return }
    sql += " WHERE "
    try append(condition, isNegated: false, depth: 0)
  }

  /// Null sorts first, or last if the order is descending.
  mutating func appendOrder(_ order: [Ordering]) throws(StoreError) {
    sql += "ORDER BY "
    for ordering in order {
      try appendSorted(ordering.expression)
      sql += try collation(of: ordering.expression)
      if ordering.isDescending { sql += " DESC" }
      if try isNullable(ordering.expression) { sql += dialect.nullOrder(isDescending: ordering.isDescending) }
      sql += ", "
    }
    sql += text.keyOrder
  }

  private mutating func appendLimit(_ query: RowQuery) {
    guard query.isLimited else { return }
    if let limits { return sql += " LIMIT \(limits.limit)" + (limits.offset.map { " OFFSET \($0)" } ?? "") }
    if let limit = query.limit.map({ Int64(max($0, 0)) }) ?? dialect.limitOfAll {
      sql += " LIMIT "
      appendParameter(.integer(limit))
    }
    if query.offset > 0 {
      sql += " OFFSET "
      appendParameter(.integer(Int64(query.offset)))
    }
  }

  /// Appends a parameter. Its number is the count of ``parameters`` afterwards.
  public mutating func appendParameter(_ parameter: QueryParameter) {
    parameters.append(parameter)
    sql += dialect.parameter(parameters.count)
  }

  /// Returns the SQL that `body` appends, without appending it to ``sql``.
  public mutating func rendering(
    _ body: (inout QueryTranslator) throws(StoreError) -> Void
  ) throws(StoreError) -> String {
    let start = sql
    sql = ""
    try body(&self)
    defer { sql = start }
    return sql
  }

  /// Returns an expression in SQL, without appending it to ``sql``.
  public mutating func sql(of expression: QueryExpression, depth: Int = 0) throws(StoreError) -> String {
    try rendering { (query) throws(StoreError) in try query.append(expression, depth: depth) }
  }

  func finished(_ start: String) throws(StoreError) -> TranslatedQuery {
    try translated(start, " FROM \(dialect.identifier(table.name)) AS t0\(joins.sql)\(sql)")
  }

  func translated(_ start: String, _ rest: String) throws(StoreError) -> TranslatedQuery {
    // The limits that every database has by default.
    guard parameters.count <= Self.mostParameters, rest.utf8.count <= Self.longestText else {
      throw .unsupportedQuery(
        expression: "a condition of \(parameters.count) values", reason: "use isIn for many values")
    }
    return TranslatedQuery(start: start, rest: rest, parameters: parameters)
  }

  private static let mostParameters = 32_000
  private static let longestText = 900_000

  /// The table at the end of a path.
  mutating func table(along path: RelationPath) throws(StoreError) -> JoinedTable {
    let row = try row(at: path.origin)
    return try rows[row].table(along: path.steps, &aliasCount)
  }

  /// The index in ``rows`` of the row where a path begins.
  func row(at origin: RowOrigin) throws(StoreError) -> Int {
    switch origin {
    case .query: return 0
    case .related(let depth) where depth >= 0 && depth < rows.count - 1: return rows.count - 1 - depth
    case .related, .open: throw .unsupportedQuery(expression: table.model, reason: "there is no such row around it")
    }
  }

  /// The row that the expression being translated is about.
  var innermost: RowOrigin { rows.count > 1 ? .related(0) : .query }

  /// Appends `SELECT … FROM` related rows.
  ///
  /// - Parameters:
  ///   - value: An expression on each row, which comes before the selection.
  ///   - isCompared: Whether the values are compared.
  mutating func append(
    _ selection: String, after value: QueryExpression? = nil, isCompared: Bool = false, of related: RelatedRows,
    depth: Int
  ) throws(StoreError) {
    guard let owner = try rows[row(at: related.owner.origin)].root.table.table(along: related.owner.steps),
      let target = owner.toManyTarget(related.relation)
    else {
      throw .unsupportedQuery(
        expression: tables.text(of: .related(.count, related)), reason: "it is not a relation to many rows")
    }
    hasSubqueries = true
    var keys: [String] = []
    for column in owner.referencedColumns(by: related.relation) {
      keys.append(try source(of: related.owner, column).column)
    }
    aliasCount += 1
    let alias = "t\(aliasCount)"
    var from = "\(dialect.identifier(target.name)) AS \(alias)"
    var link: [String] = []
    if let (join, own, other) = owner.joinColumns(related.relation) {
      from = "\(dialect.identifier(join.table)) AS j\(alias)"
      link = own.map { "j\(alias).\(dialect.identifier($0))" }
      if related.condition != nil || value != nil {
        let matches = zip(target.primaryKey, other).map { column, name in
          "\(alias).\(dialect.identifier(target.columns[column].name)) = j\(alias).\(dialect.identifier(name))"
        }
        from += " JOIN \(dialect.identifier(target.name)) AS \(alias) ON \(matches.joined(separator: " AND "))"
      }
    } else if case .inverse(let back) = owner.relations[related.relation].kind {
      link = target.relations[back].columns.map { "\(alias).\(dialect.identifier(target.columns[$0].name))" }
    }
    let outer = sql
    sql = ""
    let root = JoinedTable(
      alias: alias, table: target, dialect: dialect, isOptional: false, adapted: text.adapted[target])
    rows.append(JoinedTables(root, text.adapted))
    defer { rows.removeLast() }
    let selected = try value.map { (value) throws(StoreError) in
      isCompared ? try compared(value) : try sql(of: value)
    } ?? ""
    if let condition = related.condition {
      sql += " AND "
      try append(condition, isNegated: false, depth: depth)
    }
    let matches = zip(link, keys).map { "\($0) = \($1)" }.joined(separator: " AND ")
    sql = "\(outer)SELECT \(selected)\(selection) FROM \(from)\(rows[rows.count - 1].sql) WHERE \(matches)\(sql)"
  }
}
