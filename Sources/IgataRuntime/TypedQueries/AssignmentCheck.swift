internal import IgataTables

extension TableDescription {
  /// The assignments as a backend sees them. Throws if one of them isn't allowed, or has a value that the column can't
  /// store.
  func checked(_ assignments: [Assignment]) throws(StoreError) -> [ColumnAssignment] {
    var columns: Set<Int> = []
    var checked: [ColumnAssignment] = []
    for assignment in assignments {
      let column = try column(setBy: assignment)
      guard columns.insert(column).inserted else { throw .misuse(reason: "\(fieldText(column)) is set twice") }
      if let reason = reasonNotToSet(column) { throw .misuse(reason: "\(fieldText(column)) can't be set: \(reason)") }
      if let reason = assignment.fault, let error = RowFault(column: column, reason: reason).writingError(self) {
        throw error
      }
      try check(assignment.value, for: column)
      checked.append(ColumnAssignment(column, assignment.value))
    }
    return checked
  }

  /// The assignments, and those of the version and of the dates of the last change.
  func stamped(_ assignments: [ColumnAssignment]) -> [ColumnAssignment] {
    var assignments = assignments
    if let versionColumn {
      let next = QueryExpression.arithmetic(.add, .column(RelationPath(), versionColumn), .value(.integer(1)))
      assignments.append(ColumnAssignment(versionColumn, next))
    }
    let now = SaveStamp().now._storedValue
    for column in updatedColumns { assignments.append(ColumnAssignment(column, .value(now))) }
    return assignments
  }

  private func column(setBy assignment: Assignment) throws(StoreError) -> Int {
    switch assignment.target {
    case .column(let path, let column) where path == RelationPath() && columns.indices.contains(column): return column
    case .column:
      throw .unsupportedQuery(
        expression: text(of: assignment.target), reason: "it is not a column of \(model): update the other model")
    case .unsupported(let expression, let reason): throw .unsupportedQuery(expression: expression, reason: reason)
    default: throw .unsupportedQuery(expression: text(of: assignment.target), reason: "only columns can be set")
    }
  }

  private func reasonNotToSet(_ column: Int) -> String? {
    if let reason = reasonNotToUpdate(column) { return reason }
    for relation in relations where relation.columns.contains(column) {
      if case .wrapper = relation.kind { return "it is stored with its owner: set its own fields, or save the owner" }
    }
    return nil
  }

  /// Why a program can't choose the column for an update; `nil` if it can.
  func reasonNotToUpdate(_ column: Int) -> String? {
    if primaryKey.contains(column) { return "it is part of the key, which never changes" }
    if column == versionColumn { return "it is the version, which the store increments" }
    if updatedColumns.contains(column) { return "it is the date of the last change, which the store sets" }
    if readOnlyColumns.contains(column) { return "it is '@readOnly': the database has its value" }
    if case .column(column)? = distribution { return "it determines the server of the row, and never changes" }
    return nil
  }

  /// Throws if the column can't store the value, or if it isn't known before the update and not every backend can check
  /// it.
  private func check(_ value: QueryExpression, for column: Int) throws(StoreError) {
    let description = columns[column]
    guard case .value(let value) = value else {
      guard let pattern = description.constraints.pattern else { return }
      if case .column(let path, let source) = value, [self].column(path, source)?.constraints.pattern == pattern {
        return
      }
      throw .unsupportedQuery(
        expression: text(of: value), reason: "\(fieldText(column)) has a pattern, which only values can be checked for")
    }
    guard description.fitted(value) != nil else {
      throw .unstorable(model: model, field: field(at: column), reason: "it is out of range")
    }
    if let rule = description.rule(brokenBy: value) {
      throw .checkFailed(model: model, field: field(at: column), rule: rule)
    }
  }

  func fieldText(_ column: Int) -> String { "\(model).\(columns[column].path.joined(separator: "."))" }
}

extension RowQuery {
  /// Like ``check()``, for the values of assignments.
  func check(_ assignments: [ColumnAssignment]) throws(StoreError) {
    try check(assignments.map(\.value))
  }
}
