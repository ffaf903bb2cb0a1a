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
    let draft = models[index].draft(position)
    let given = draft.attribute(.joinTable)?.texts ?? []
    let names = schema.names
    var table = JoinTable(
      field: position, name: given.first ?? names.joinTable(of: owner.table, field.name), target: target,
      ownerColumns: columns(names.column(of: owner.name), keys.owner), positionColumn: nil, targetColumns: [])
    table.targetColumns = targetColumns(of: table, field, owner, keys)
    if given.count > 1, let attribute = draft.attribute(.joinTable) {
      take(given.dropFirst(), of: attribute, keys, into: &table)
    }
    if case .updateRule(let rule)? = draft.attribute(.onUpdate)?.argument { table.updateRule = rule }
    if draft.attribute(.unordered) == nil {
      table.positionColumn = positionColumn(besides: table.ownerColumns + table.targetColumns)
    }
    return table
  }

  private func targetColumns(of table: JoinTable, _ field: Field, _ owner: Model, _ keys: JoinedKeys) -> [String] {
    let names = schema.names
    let taken = Set(table.ownerColumns.map(foldedName))
    let prefixes = [names.column(of: schema.models[table.target].name), names.column(of: field.name), "target", "other"]
    return prefixes.lazy.map { columns($0, keys.target) }.first { $0.allSatisfy { !taken.contains(foldedName($0)) } }
      ?? columns(names.columns.joined("other", names.column(of: owner.name)), keys.target)
  }

  /// Takes the names of the columns that `@joinTable` gives: the owner's key, and then the target's.
  private mutating func take(
    _ names: ArraySlice<String>, of attribute: Attribute, _ keys: JoinedKeys, into table: inout JoinTable
  ) {
    if Set(names.map(foldedName)).count < names.count {
      report(.repeatedJoinColumn(attribute))
    } else if names.count == keys.owner.count + keys.target.count {
      table.ownerColumns = Array(names.prefix(keys.owner.count))
      table.targetColumns = Array(names.suffix(keys.target.count))
    } else {
      report(.joinColumns(attribute, expected: table.ownerColumns + table.targetColumns, found: names.count))
    }
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
  fileprivate var isList: Bool {
    if case .ordered = kind { true } else { false }
  }
}
