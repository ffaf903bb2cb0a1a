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
    let names = schema.names
    let ownerColumns = columns(names.column(of: owner.name), ownerKey)
    let taken = Set(ownerColumns.map(foldedName))
    let prefixes = [names.column(of: schema.models[target].name), names.column(of: field.name), "target", "other"]
    let free = prefixes.lazy.map { columns($0, targetKey) }.first { $0.allSatisfy { !taken.contains(foldedName($0)) } }
    let other = names.columns.joined("other", names.column(of: owner.name))
    let targetColumns = free ?? columns(other, targetKey)
    let model = models[draftIndex]
    let name = model.fields[model.draftIndexes[position]].attributes.text(of: .joinTable)
    return JoinTable(
      field: position, name: name ?? names.joinTable(of: owner.table, field.name), target: target,
      ownerColumns: ownerColumns,
      positionColumn: positionColumn(besides: ownerColumns + targetColumns), targetColumns: targetColumns)
  }

  private func columns(_ prefix: String, _ key: [KeyColumn]) -> [String] {
    schema.names.foreignKey(prefix, to: key.map(\.name))
  }

  /// `position`, unless the pattern of foreign keys gives that name to another column.
  private func positionColumn(besides others: [String]) -> String {
    let taken = Set(others.map(foldedName))
    var name = "position"
    for number in 2...others.count + 2 where taken.contains(name) { name = "position_\(number)" }
    return name
  }
}

extension Field {
  fileprivate var isOrdered: Bool {
    if case .ordered = kind { true } else { false }
  }
}
