extension Resolution {
  /// Creates the join table of every ordered many-to-many relation.
  mutating func lowerJoins() {
    for index in models.indices {
      guard let key = keys[index], schema.models[index].fields.contains(where: \.isOrdered) else { continue }
      let tables = joinTables(of: index, key)
      schema.models[index].joinTables = tables
    }
  }

  private func joinTables(of index: Int, _ key: [KeyColumn]) -> [JoinTable] {
    schema.models[index].fields.enumerated().compactMap { position, field in
      guard case .ordered(let target) = field.kind, let targetKey = keys[target] else { return nil }
      return joinTable(of: position, field, of: index, key, target, targetKey)
    }
  }

  private func joinTable(
    of position: Int, _ field: Field, of draftIndex: Int, _ ownerKey: [KeyColumn], _ target: Int,
    _ targetKey: [KeyColumn]
  ) -> JoinTable {
    let owner = schema.models[draftIndex]
    let ownerColumns = prefixed(snakeCase(owner.name), ownerKey)
    // A prefix ends in `_` at least, so that no key column can be called `position`.
    let taken = Set(ownerColumns.map(foldedName))
    let prefixes = [snakeCase(schema.models[target].name), snakeCase(field.name), "target", "other"]
    let targetColumns = prefixes.lazy.map { prefixed($0, targetKey) }
      .first { $0.allSatisfy { !taken.contains(foldedName($0)) } }
    let model = models[draftIndex]
    let name = model.fields[model.draftIndexes[position]].attributes.text(of: .joinTable)
    return JoinTable(
      field: position, name: name ?? "\(owner.table)_\(snakeCase(field.name))", target: target,
      ownerColumns: ownerColumns,
      positionColumn: "position",
      targetColumns: targetColumns ?? prefixed("other_\(snakeCase(owner.name))", targetKey))
  }

  private func prefixed(_ prefix: String, _ key: [KeyColumn]) -> [String] { key.map { "\(prefix)_\($0.name)" } }
}

extension Field {
  fileprivate var isOrdered: Bool {
    if case .ordered = kind { true } else { false }
  }
}
