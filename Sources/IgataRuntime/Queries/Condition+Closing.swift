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
