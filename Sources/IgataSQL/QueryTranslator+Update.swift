@_spi(Backend) public import IgataRuntime

@_spi(Backend) extension QueryTranslator {
  /// The statement that changes the rows of a query.
  public static func update(
    _ query: RowQuery, _ assignments: [ColumnAssignment], _ text: TableText
  ) throws(StoreError) -> TranslatedQuery {
    let start = "UPDATE \(text.dialect.identifier(query.table.name)) AS t0 SET "
    var translator = QueryTranslator(text)
    var read: [ColumnAssignment] = []
    for (index, assignment) in assignments.enumerated() {
      if index > 0 { translator.sql += ", " }
      translator.sql += text.dialect.identifier(query.table.columns[assignment.column].name) + " = "
      if try translator.append(assignment) { continue }
      translator.sql += "v.v\(read.count)"
      read.append(assignment)
    }
    if read.isEmpty {
      try translator.appendRows(of: query)
    } else {
      try translator.appendSource(query, read)
    }
    return try translator.translated(start, translator.sql)
  }

  /// Appends the value of an assignment. Returns `false`, and appends nothing, if it depends on other rows.
  private mutating func append(_ assignment: ColumnAssignment) throws(StoreError) -> Bool {
    var attempt = self
    if case .value = assignment.value {
      let value = try attempt.rendering { (query) throws(StoreError) in
        try query.append(assignment.value, beside: .column(RelationPath(), assignment.column))
      }
      attempt.sql += AdaptedColumn.sql(joins.root.adapted[assignment.column]?.written, value)
    } else {
      attempt.sql += try attempt.assigned(assignment)
    }
    if attempt.dependsOnOthers { return false }
    self = attempt
    return true
  }

  private mutating func assigned(_ assignment: ColumnAssignment) throws(StoreError) -> String {
    let value = dialect.assigned(try operand(of: assignment.value), to: assignment.column, of: table)
    return AdaptedColumn.sql(joins.root.adapted[assignment.column]?.written, value)
  }

  private var dependsOnOthers: Bool { !joins.isEmpty || hasSubqueries }

  /// Appends `WHERE` and the condition of the query, unless it selects all rows.
  private mutating func appendRows(of query: RowQuery) throws(StoreError) {
    var direct = self
    try direct.appendCondition(query.condition)
    if direct.dependsOnOthers || query.isLimited {
      // As for a deletion, the keys are selected first.
      try appendKeyIsIn(query)
    } else {
      self = direct
    }
  }

  /// Appends `FROM` and a query for the keys of the rows and the values that depend on other rows, all of which are
  /// read before the first row is changed. A subquery for each row would read rows that were changed before it.
  private mutating func appendSource(_ query: RowQuery, _ assignments: [ColumnAssignment]) throws(StoreError) {
    var inner = inside()
    var columns = table.primaryKey.enumerated().map { "\(text.columns[$1]) AS k\($0)" }
    for (number, assignment) in assignments.enumerated() {
      columns.append("\(try inner.assigned(assignment)) AS v\(number)")
    }
    try inner.appendSelection(query, isOrdered: query.isLimited)
    let source = try inner.finished("SELECT \(columns.joined(separator: ", "))")
    adopt(inner)
    let isSame = table.primaryKey.enumerated().map { "\(text.columns[$1]) = v.k\($0)" }
    sql += " FROM (\(source.sql)) AS v WHERE \(isSame.joined(separator: " AND "))"
  }
}
