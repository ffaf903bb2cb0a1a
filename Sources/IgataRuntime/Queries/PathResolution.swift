public import IgataTables

extension TableDescription {
  /// The table that the steps lead to from this one; `nil` if one of them isn't a to-one relation.
  public func table(along steps: [Int]) -> TableDescription? {
    var table = self
    for step in steps {
      guard table.relations.indices.contains(step), !table.relations[step].columns.isEmpty else { return nil }
      table = table.relations[step].targetTable()
    }
    return table
  }

  /// The table at the other end of a to-many relation; `nil` if there is no such relation with this number.
  public func toManyTarget(_ relation: Int) -> TableDescription? {
    guard relations.indices.contains(relation) else { return nil }
    switch relations[relation].kind {
    case .ordered: return relations[relation].targetTable()
    case .inverse(let back):
      let target = relations[relation].targetTable()
      guard target.relations.indices.contains(back) else { return nil }
      if case .inverse = target.relations[back].kind { return nil }
      return target
    case .required, .optional, .wrapper: return nil
    }
  }

  /// The columns of this table by which the rows of a to-many relation refer to it.
  public func referencedColumns(by relation: Int) -> [Int] {
    guard relations.indices.contains(relation), case .inverse(let back) = relations[relation].kind else {
      return primaryKey
    }
    let others = relations[relation].targetTable().relations
    return others.indices.contains(back) && !others[back].columns.isEmpty ? others[back].referencedColumns : primaryKey
  }

  /// The join table of a many-to-many relation, with its columns for the key of this table and those for the key of the
  /// target; `nil` if there is no such relation with this number. Either side may store the relation.
  public func joinColumns(_ relation: Int) -> (join: JoinDescription, own: [String], target: [String])? {
    guard relations.indices.contains(relation) else { return nil }
    switch relations[relation].kind {
    case .ordered(let join): return (join, join.ownerColumns, join.targetColumns)
    case .inverse(let back):
      let target = relations[relation].targetTable()
      guard target.relations.indices.contains(back), case .ordered(let join) = target.relations[back].kind else {
        return nil
      }
      return (join, join.targetColumns, join.ownerColumns)
    case .required, .optional, .wrapper: return nil
    }
  }

  /// The value of a column if the steps lead to no row. If the missing relation is a wrapper, it is the column's
  /// default, as its model then reads as if it had been created from its defaults. If it is optional, the value is
  /// null.
  ///
  /// `missing` is the index of the first step without a row. A default that isn't a single value (a new key, the
  /// current time) is null.
  public func valueWhereMissing(_ steps: [Int], _ column: Int, missing: Int = 0) -> StoredValue {
    var table = self
    for (index, step) in steps.enumerated() {
      guard table.relations.indices.contains(step) else { return .null }
      let relation = table.relations[step]
      if index >= missing {
        guard case .wrapper = relation.kind else { return .null }
      }
      table = relation.targetTable()
    }
    guard table.columns.indices.contains(column), let value = table.columns[column].storedDefault else {
      return .null
    }
    return value
  }
}

extension [TableDescription] {
  /// The table of a row, if these are the query's table and those of the enclosing related rows.
  package func table(at origin: RowOrigin) -> TableDescription? {
    switch origin {
    case .query: return first
    case .related(let depth): return depth >= 0 && depth < count - 1 ? self[count - 1 - depth] : nil
    case .open: return nil
    }
  }

  /// The column with a number in the table that a path leads to; `nil` if there is none.
  func column(_ path: RelationPath, _ number: Int) -> ColumnDescription? {
    guard let table = table(at: path.origin)?.table(along: path.steps), table.columns.indices.contains(number) else {
      return nil
    }
    return table.columns[number]
  }

  /// An expression as messages show it: with the names of the schema, and without values.
  package func text(of expression: QueryExpression) -> String {
    switch expression {
    case .value: return "…"
    case .unsupported(let expression, _): return expression
    case .column(let path, let column): return text(of: path) { $0.columnText(column) }
    case .arithmetic(let operation, let left, let right):
      return text(of: left) + operation.symbol + text(of: right)
    case .lowercased(let text): return self.text(of: text) + ".lowercasedASCII"
    case .datePart(let part, let date): return text(of: date) + ".\(part)"
    case .json(let root, let path, let form):
      return text(of: root) + path.steps.map { "[\($0)]" }.joined() + (form == .json ? "" : ".\(form)")
    case .related(let aggregate, let rows):
      return text(of: rows.owner) { $0.relationText(rows.relation) } + "." + inside(rows).text(of: aggregate)
    case .aggregate(let aggregate): return text(of: aggregate)
    }
  }

  /// These tables and that of related rows, whose expressions are about them.
  package func inside(_ rows: RelatedRows) -> [TableDescription] {
    table(at: rows.owner.origin)?.table(along: rows.owner.steps)?.toManyTarget(rows.relation).map { self + [$0] }
      ?? self
  }

  private func text(of path: RelationPath, _ member: (TableDescription) -> String?) -> String {
    guard var table = table(at: path.origin) else { return "?" }
    var names = [table.model]
    for step in path.steps {
      guard let name = table.relationText(step) else { return "?" }
      names.append(name)
      table = table.relations[step].targetTable()
    }
    return member(table).map { (names + [$0]).joined(separator: ".") } ?? "?"
  }
}

extension TableDescription {
  /// An expression on this table's rows as messages show it: with the names of the schema, and without values.
  package func text(of expression: QueryExpression) -> String { [self].text(of: expression) }

  /// Whether an expression on this table's rows may be null: a column is, or an optional relation on the path to it.
  func isNullable(_ expression: QueryExpression) -> Bool {
    expression.isNullable { path, column in
      var table = self
      for (index, step) in path.steps.enumerated() {
        guard table.relations.indices.contains(step) else { return false }
        switch table.relations[step].kind {
        case .required: break
        default: if valueWhereMissing(path.steps, column, missing: index).isNull { return true }
        }
        table = table.relations[step].targetTable()
      }
      return table.columns.indices.contains(column) && table.columns[column].isNullable
    }
  }

  fileprivate func columnText(_ column: Int) -> String? {
    columns.indices.contains(column) ? columns[column].path.joined(separator: ".") : nil
  }

  fileprivate func relationText(_ relation: Int) -> String? {
    relations.indices.contains(relation) ? relations[relation].name : nil
  }
}
