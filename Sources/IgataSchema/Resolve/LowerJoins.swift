extension Resolution {
  /// Creates the join table of every many-to-many relation.
  mutating func lowerJoins() {
    for index in models.indices {
      guard let key = keys[index], schema.models[index].fields.contains(where: \.isList) else { continue }
      for (position, field) in schema.models[index].fields.enumerated() {
        guard case .ordered(let target) = field.kind, let targetKey = keys[target] else { continue }
        let table = joinTable(of: position, in: index, JoinedKeys(owner: key, target: targetKey), to: target)
        schema.models[index].joinTables.append(table)
      }
    }
  }

  /// The keys at both ends.
  private struct JoinedKeys {
    let owner: [KeyColumn]
    let target: [KeyColumn]
  }

  private mutating func joinTable(
    of position: Int, in index: Int, _ keys: JoinedKeys, to target: Int
  ) -> JoinTable {
    let owner = schema.models[index]
    let field = owner.fields[position]
    let draft = models[index].fields[models[index].draftIndexes[position]]
    let names = draft.attribute(.joinTable)?.texts ?? []
    var table = JoinTable(
      field: position, name: names.first ?? "\(owner.table)_\(snakeCase(field.name))", target: target,
      ownerColumns: prefixed(snakeCase(owner.name), keys.owner),
      positionColumn: draft.attribute(.unordered) == nil ? "position" : nil, targetColumns: [])
    // A prefix ends in `_` at least, so that no key column can be called `position`.
    let taken = Set(table.ownerColumns.map(foldedName))
    let prefixes = [snakeCase(schema.models[target].name), snakeCase(field.name), "target", "other"]
    let candidates = prefixes.map { prefixed($0, keys.target) }
    table.targetColumns =
      candidates.first { $0.allSatisfy { !taken.contains(foldedName($0)) } }
      ?? prefixed("other_\(snakeCase(owner.name))", keys.target)
    let columns = names.dropFirst()
    if !columns.isEmpty, let attribute = draft.attribute(.joinTable) {
      if Set(columns.map(foldedName)).count < columns.count {
        report(.repeatedJoinColumn(attribute))
      } else if columns.count == keys.owner.count + keys.target.count {
        table.ownerColumns = Array(columns.prefix(keys.owner.count))
        table.targetColumns = Array(columns.suffix(keys.target.count))
        // The given names may include the usual one of the position.
        if table.positionColumn != nil, columns.contains(where: { foldedName($0) == "position" }) {
          table.positionColumn = "list_position"
        }
      } else {
        report(.joinColumns(attribute, expected: table.ownerColumns + table.targetColumns, found: columns.count))
      }
    }
    return table
  }

  private func prefixed(_ prefix: String, _ key: [KeyColumn]) -> [String] { key.map { "\(prefix)_\($0.name)" } }
}

extension Field {
  fileprivate var isList: Bool {
    if case .ordered = kind { true } else { false }
  }
}
