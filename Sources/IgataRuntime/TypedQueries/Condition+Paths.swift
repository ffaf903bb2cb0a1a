extension RelatedRows {
  /// The rows for which the condition that `body` returns is true.
  init<Target: PersistableModel>(
    _ owner: RelationPath, _ relation: Int, of target: Target.Type, where body: (Target.Columns) -> Condition
  ) {
    let row = OpenRow()
    let condition = body(Target._columns(RelationPath(from: .open(row))))
    self.init(owner, relation, where: condition.mapPaths { $0.closing(row, depth: $1) })
  }

  /// The same rows, and an expression on each of them, which `body` returns.
  func expression<Target: PersistableModel, Value>(
    of target: Target.Type, _ body: (Target.Columns) -> Column<Value>
  ) -> Column<Value> {
    let row = OpenRow()
    let column = body(Target._columns(RelationPath(from: .open(row))))
    return Column(expression: column.expression.mapPaths { $0.closing(row, depth: $1) }, depth: column.depth)
  }
}

extension RelationPath {
  /// After a closure has returned, its row is identified by its depth, so that equal conditions are equal.
  fileprivate func closing(_ row: OpenRow, depth: Int) -> RelationPath {
    origin == .open(row) ? RelationPath(steps, from: .related(depth)) : self
  }
}

/// Returns the path that replaces one. `depth` is the number of conditions on related rows in which it is nested.
typealias PathReplacement = (_ path: RelationPath, _ depth: Int) -> RelationPath

extension Condition {
  /// The same condition with other paths.
  func mapPaths(depth: Int = 0, _ replacement: PathReplacement) -> Condition {
    mapChildren {
      $0.mapPaths(depth: depth, replacement)
    } operands: {
      $0.mapPaths(depth: depth, replacement)
    } rows: {
      $0.mapPaths(depth: depth, replacement)
    }
  }
}

extension QueryExpression {
  /// The same expression with other paths.
  func mapPaths(depth: Int = 0, _ replacement: PathReplacement) -> QueryExpression {
    if case .column(let path, let column) = self { return .column(replacement(path, depth), column) }
    return mapChildren {
      $0.mapPaths(depth: $1 ? depth + 1 : depth, replacement)
    } rows: {
      $0.mapPaths(depth: depth, replacement)
    }
  }
}

extension RelatedRows {
  fileprivate func mapPaths(depth: Int, _ replacement: PathReplacement) -> RelatedRows {
    RelatedRows(
      replacement(owner, depth), relation, where: condition?.mapPaths(depth: depth + 1, replacement))
  }
}
