@_spi(Backend) public import IgataRuntime
public import IgataTables

extension QueryTranslator {
  /// Appends an expression that is compared with another one, whose type is the type of a list.
  mutating func append(_ expression: QueryExpression, beside other: QueryExpression) throws(StoreError) {
    guard dialect.typesLists, case .value(.list(let elements)) = expression else {
      return try appendCompared(expression)
    }
    appendParameter(.list(.list(elements), try type(of: other)))
  }

  /// Appends an expression.
  ///
  /// - Parameter depth: How many expressions contain this one.
  @_spi(Backend) public mutating func append(_ expression: QueryExpression, depth: Int = 0) throws(StoreError) {
    guard depth < Self.deepest else { throw .tooDeep }
    switch expression {
    case .column(let path, let column): try append(path, column)
    case .value(.null): sql += "NULL"
    case .value(let value): appendParameter(.value(value))
    case .arithmetic(let operation, let left, let right):
      _ = try type(of: expression)
      let value = try rendering { (query) throws(StoreError) in
        try query.dialect.append(operation, left, right, depth: depth, to: &query)
      }
      if depth == 0 { append(failing: value) } else { sql += value }
    case .lowercased(let text):
      sql += dialect.lowercased(try sql(of: text, depth: depth + 1))
    case .datePart(let part, let date):
      let isDay = try type(of: date).storage == .day
      let value = dialect.datePart(part, of: try operand(of: date, depth: depth + 1), isDay: isDay)
      if part.isDate, !isDay { append(failing: value) } else { sql += value }
    case .json(let root, let path, let form): try dialect.append(root, path, form, depth: depth, to: &self)
    case .related(let aggregate, let rows): try append(aggregate, of: rows, depth: depth)
    case .aggregate:
      throw .unsupportedQuery(expression: tables.text(of: expression), reason: "rows have no such value")
    case .unsupported(let expression, let reason): throw .unsupportedQuery(expression: expression, reason: reason)
    }
  }

  /// Appends a value whose computation may fail. An engine may compute it before it joins, also for rows that the join
  /// drops, unless it depends on the row that is joined as well. Engines know that a key `IS NOT NULL`, but not that it
  /// is equal to itself.
  mutating func append(failing value: String) {
    let presence = rows.filter { !$0.isEmpty }.map { "\($0.root.key) = \($0.root.key)" }
    sql += presence.isEmpty ? value : "CASE WHEN \(presence.joined(separator: " AND ")) THEN \(value) END"
  }

  private mutating func append(_ path: RelationPath, _ column: Int) throws(StoreError) {
    if path.origin == .query, path.steps.isEmpty, text.columns.indices.contains(column) {
      sql += text.columns[column]
      return
    }
    let source = try source(of: path, column)
    guard let missing = source.valueIfMissing else {
      sql += source.sql
      return
    }
    guard source.isDefaultCertain, !source.isColumnNullable else {
      sql += "CASE WHEN \(source.presence) THEN "
      try append(valueIfMissing: missing, path, column)
      sql += " ELSE \(source.sql) END"
      return
    }
    sql += "coalesce(\(source.sql), "
    try append(valueIfMissing: missing, path, column)
    sql += ")"
  }

  private mutating func append(
    valueIfMissing missing: StoredValue, _ path: RelationPath, _ column: Int
  ) throws(StoreError) {
    guard dialect.typesLists, case .list = missing else { return appendParameter(.constant(missing)) }
    appendParameter(.list(missing, try type(of: .column(path, column))))
  }

  /// A column at the end of a path.
  struct ColumnSource {
    /// The column itself.
    var column: String
    /// Its value as the schema has it.
    var sql: String
    /// What is compared and sorted.
    var compared: String
    /// How it differs from a column that `prepare` creates.
    var adapted: AdaptedColumn?
    /// The operand of arithmetic.
    var calculated: String
    var isColumnNullable: Bool
    /// Whether a row on the path may be missing.
    var isOptional: Bool
    /// The value of the column in a wrapper that has no row.
    var valueIfMissing: StoredValue?
    /// Whether null always means that a wrapper has no row: no other row on the path can be missing.
    var isDefaultCertain = true
    /// The condition that it is the wrapper's row that is missing.
    var presence = ""
  }

  /// A column as it is stored, which is null if a row on the path is missing.
  mutating func source(of path: RelationPath, _ column: Int) throws(StoreError) -> ColumnSource {
    if let owned = try ownedSource(of: path, column) { return owned }
    let joined = try table(along: path)
    guard joined.table.columns.indices.contains(column) else {
      throw .unsupportedQuery(expression: "\(joined.table.model), column \(column)", reason: "there is no such column")
    }
    var source = ColumnSource(
      column: joined.column(column), sql: joined.value(column), compared: joined.compared(column),
      adapted: joined.adapted[column], calculated: joined.calculated(column),
      isColumnNullable: joined.table.columns[column].isNullable,
      isOptional: joined.isOptional)
    // Missing wrappers at the end of the path are read as their defaults; missing rows before them are not.
    let start = try rows[row(at: path.origin)].root.table
    let owners = wrapperOwners(of: path.steps, from: start)
    guard owners < path.steps.count else { return source }
    let missing = start.valueWhereMissing(path.steps, column, missing: owners)
    if case .null = missing { return source }
    source.valueIfMissing = missing
    let owner = try table(along: RelationPath(Array(path.steps.prefix(owners)), from: path.origin))
    source.isDefaultCertain = !owner.isOptional
    source.presence = "\(joined.key) IS NULL"
    if owner.isOptional { source.presence = "\(owner.key) IS NOT NULL AND \(source.presence)" }
    return source
  }

  /// A column of a related row's key, read from the row that refers to it, without a join; `nil` if it can't be.
  private mutating func ownedSource(of path: RelationPath, _ column: Int) throws(StoreError) -> ColumnSource? {
    guard let last = path.steps.last else { return nil }
    let owner = RelationPath(Array(path.steps.dropLast()), from: path.origin)
    let start = try rows[row(at: path.origin)].root.table
    guard let ownerTable = start.table(along: owner.steps), ownerTable.relations.indices.contains(last) else {
      return nil
    }
    let relation = ownerTable.relations[last]
    guard relation.deleteRule?.keepsTarget == true else { return nil }
    let target = relation.targetTable()
    // Another field's column may have a value although the relation has no target.
    if relation.isLinked, relation.columns.count > 1 { return nil }
    guard let position = relation.referencedColumns.firstIndex(of: column) else { return nil }
    if case .value = target.columns[column].defaultValue { return nil }
    guard wrapperOwners(of: owner.steps, from: start) == owner.steps.count else { return nil }
    return try source(of: owner, relation.columns[position])
  }

  /// How many steps come before the wrappers at the end of the path.
  private func wrapperOwners(of steps: [Int], from start: TableDescription) -> Int {
    var table = start
    var count = 0
    for (index, step) in steps.enumerated() {
      guard table.relations.indices.contains(step) else { break }
      let relation = table.relations[step]
      if case .wrapper = relation.kind {} else { count = index + 1 }
      table = relation.targetTable()
    }
    return count
  }

  /// Whether the expression can be null.
  mutating func isNullable(_ expression: QueryExpression) throws(StoreError) -> Bool {
    try expression.isNullable { (path, column) throws(StoreError) in
      if path.origin == .query, path.steps.isEmpty, table.columns.indices.contains(column) {
        return table.columns[column].isNullable
      }
      let source = try source(of: path, column)
      if source.isColumnNullable { return true }
      return source.isOptional && (source.valueIfMissing == nil || !source.isDefaultCertain)
    }
  }

  /// The type of the expression's values.
  @_spi(Backend) public func type(of expression: QueryExpression) throws(StoreError) -> ColumnType {
    try tables.type(of: expression)
  }

  /// The clause by which values of the expression are sorted; see ``QueryDialect/collation(of:)``.
  func collation(of expression: QueryExpression) throws(StoreError) -> String {
    let type = try type(of: expression)
    switch type.storage {
    case .json, .list:
      throw .unsupportedQuery(
        expression: "the order of JSON or lists", reason: "SQL has none that is the same everywhere")
    default: return dialect.collation(of: type) ?? ""
    }
  }
}
