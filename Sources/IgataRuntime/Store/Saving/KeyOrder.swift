extension TableDescription {
  /// The relations to the table itself whose keys are checked row by row. Those with the rule `noAction` are checked by
  /// the commit, and unconstrained ones never.
  @_spi(Backend) public var relationsToItself: [RelationDescription] {
    relations.filter { $0.deleteRule?.keepsTarget == true && $0.targetTable() === self }
  }

  /// For each row, the indexes of the others that it refers to by such relations.
  ///
  /// - Parameter hasKey: Whether a row has the values that others refer to.
  @_spi(Backend) public func references(
    among rows: [[StoredValue]], where hasKey: (Int) -> Bool = { _ in true }
  ) -> [[Int]] {
    var targets = rows.map { _ in [Int]() }
    for relation in relationsToItself {
      let known = rows.indices.filter(hasKey).map { index in
        (relation.referencedColumns.map { rows[index][$0] }, index)
      }
      let indexes = Dictionary(known, uniquingKeysWith: { first, _ in first })
      for index in rows.indices {
        let target = indexes[relation.columns.map { rows[index][$0] }]
        if let target, target != index { targets[index].append(target) }
      }
    }
    return targets
  }
}

extension PersistableModel {
  /// The indexes of the models, each after those that it refers to by a key alone; `nil` if they are in such an order
  /// already. Where models form a cycle, no order is better than another.
  ///
  /// - Parameter areNew: Whether no model has a row yet, so that none of a cycle can be written first.
  static func orderByKeys(_ models: [Self], areNew: Bool) throws(StoreError) -> [Int]? {
    guard models.count > 1 else { return nil }
    if areNull(Set(table.relationsToItself.flatMap(\.columns)), in: models) { return nil }
    var targets = table.references(among: models.map { $0.columnValues }) { !models[$0].needsGeneratedKey }
    if targets.indices.allSatisfy({ index in targets[index].allSatisfy { $0 < index } }) { return nil }
    var order: [Int] = []
    var isReached = models.map { _ in false }
    var isOrdered = isReached
    for start in models.indices where !isReached[start] {
      var path = [start]
      isReached[start] = true
      while let last = path.last {
        guard let next = targets[last].popLast() else {
          order.append(path.removeLast())
          isOrdered[last] = true
          continue
        }
        // It is on the path that leads to it.
        if areNew, isReached[next], !isOrdered[next] { throw SaveOrder.cycle }
        if !isReached[next] { path.append(next) }
        isReached[next] = true
      }
    }
    return order
  }

  /// Whether no model has a value in one of the columns.
  private static func areNull(_ columns: Set<Int>, in models: [Self]) -> Bool {
    if columns.isEmpty { return true }
    let sink = NullSink(Array(columns))
    var writer = RowWriter(sink)
    return models.indices.allSatisfy { index in
      models[index].write(to: &writer)
      return sink.found.count == (index + 1) * columns.count
    }
  }
}
