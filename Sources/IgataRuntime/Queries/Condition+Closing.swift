extension RelatedRows {
  /// The rows for which the condition that `body` returns is true.
  init<Target: PersistableModel>(
    _ owner: RelationPath, _ relation: Int, of target: Target.Type, where body: (Target.Columns) -> Condition
  ) {
    let row = OpenRow()
    let condition = body(Target._columns(RelationPath(from: .open(row))))
    // After the closure has returned, its row is identified by its depth, so that equal conditions are equal.
    let closed = condition.mapPaths { path, depth in
      path.origin == .open(row) ? RelationPath(path.steps, from: .related(depth)) : path
    }
    self.init(owner, relation, where: closed)
  }
}
