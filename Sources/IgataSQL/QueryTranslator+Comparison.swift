@_spi(Backend) public import IgataRuntime
internal import IgataTables

// Columns of tables that other programs made may compare values otherwise than the schema does, for instance without
// regard to case. All other columns are compared as they are.

extension QueryTranslator {
  /// Appends an expression in the form in which it is compared and sorted.
  @_spi(Backend) public mutating func appendCompared(_ expression: QueryExpression) throws(StoreError) {
    if let compared = try adaptedSource(of: expression)?.compared { sql += compared } else { try append(expression) }
  }

  /// An expression in the form in which it is compared and sorted, without appending it to ``sql``.
  mutating func compared(_ expression: QueryExpression) throws(StoreError) -> String {
    try rendering { (query) throws(StoreError) in try query.appendCompared(expression) }
  }

  /// Appends an expression in the form in which rows are sorted.
  mutating func appendSorted(_ expression: QueryExpression) throws(StoreError) {
    guard let source = try adaptedSource(of: expression) else { return try appendCompared(expression) }
    sql += source.adapted?.sorted(source.column) ?? source.compared
  }

  /// Appends an operand of arithmetic.
  @_spi(Backend) public mutating func appendOperand(
    _ expression: QueryExpression, depth: Int
  ) throws(StoreError) {
    if let operand = try adaptedSource(of: expression)?.calculated { sql += operand } else {
      try append(expression, depth: depth)
    }
  }

  /// An expression of which something else is computed.
  mutating func operand(of expression: QueryExpression, depth: Int = 0) throws(StoreError) -> String {
    try rendering { (query) throws(StoreError) in try query.appendOperand(expression, depth: depth) }
  }

  /// Appends the condition that a column is equal to a value, if an index of the column supports only a comparison that
  /// is true for more values. Otherwise appends nothing, and returns `false`.
  mutating func appendSearched(_ left: QueryExpression, _ right: QueryExpression) throws(StoreError) -> Bool {
    for (column, other) in [(left, right), (right, left)] {
      guard case .value(let value) = other, !value.isNull, let source = try adaptedSource(of: column),
        let adapted = source.adapted, adapted.searched != nil
      else { continue }
      let parameter = try sql(of: other)
      let isExact = "\(source.compared) = \(parameter)"
      sql += "(\(adapted.isFound(source.column, by: parameter, if: isExact) ?? isExact))"
      return true
    }
    return false
  }

  /// Columns as they are stored, so that an index of them supports a comparison with values that are converted; `nil`
  /// if no column has a form of which each value has one stored value.
  mutating func storedColumns(of expressions: [QueryExpression]) throws(StoreError) -> StoredColumns? {
    guard !text.adapted.isEmpty else { return nil }
    var stored = StoredColumns()
    for expression in expressions {
      let source = try adaptedSource(of: expression)
      stored.forms.append(source?.adapted?.keyForm)
      if let source, let type = source.adapted?.keyForm?.storedKeyType {
        stored.columns.append(source.column)
        stored.types.append(type)
      } else {
        stored.columns.append(try compared(expression))
        stored.types.append(try type(of: expression).widened)
      }
    }
    return stored.forms.allSatisfy { $0 == nil } ? nil : stored
  }

  /// A column of a table of another program; `nil` for all other expressions.
  mutating func adaptedSource(of expression: QueryExpression) throws(StoreError) -> ColumnSource? {
    guard !text.adapted.isEmpty, case .column(let path, let column) = expression else { return nil }
    if path.origin == .query, path.steps.isEmpty, joins.root.adapted.isEmpty { return nil }
    let source = try source(of: path, column)
    // A value for a row that is missing is computed, which is compared as values of own tables are.
    return source.valueIfMissing == nil ? source : nil
  }
}

/// Columns as they are stored, and how values that are compared with them are converted.
struct StoredColumns {
  fileprivate(set) var columns: [String] = []
  fileprivate(set) var types: [ColumnType] = []
  fileprivate var forms: [StoredForm?] = []

  /// The values of a row as they are stored.
  func values(_ row: [StoredValue]) -> [StoredValue] {
    zip(forms, row).map { form, value in form?.storedKey(value) ?? value }
  }

  /// The values of rows for a list. With a single value that can't be read, SQLite would compare for equality, and
  /// calculate with the value in place of the column, which fails.
  func list(_ rows: [[StoredValue]]) -> [[StoredValue]] {
    let stored = rows.map(values)
    return stored.count == 1 && forms.contains { $0?.storesAllValues == false } ? stored + stored : stored
  }
}
