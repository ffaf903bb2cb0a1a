extension FoundTable {
  /// What the catalog has, for ``DatabaseStructure``. A unique constraint is a unique index, whatever its name.
  @_spi(Backend) public var facts: Set<String> {
    var facts = Set(columns.map(\.fact))
    facts.insert("the key (\(primaryKey.joined(separator: ", ")))")
    facts.formUnion(indexes.map(\.fact))
    facts.formUnion(foreignKeys.map(\.fact))
    facts.formUnion(checks.map(\.fact))
    facts.formUnion(options)
    return facts
  }
}

extension FoundColumn {
  fileprivate var fact: String {
    let kind =
      switch origin {
      case .computed: " that is computed"
      case .countedKey, .alwaysCountedKey: " that is counted"
      case .foreignSequence(let sequence): " that \(sequence.next) counts"
      case .none, .defaultValue: ""
      }
    let order = collation.isEmpty ? "" : " in the order \(collation)"
    let type = domain.map { "the domain \($0)" } ?? type
    let values = labels.isEmpty ? "" : " with the values \(labels.map { "'\($0)'" }.joined(separator: ", "))"
    return "the column '\(name)' of type \(type)\(values)\(isNullable ? " or null" : "")\(order)\(kind)"
  }
}

extension FoundIndex {
  fileprivate var fact: String {
    let columns = parts.map { part in
      (part.column.isEmpty ? "an expression" : part.text) + (part.isDescending ? " descending" : "")
    }
    let list = "(\(columns.joined(separator: ", ")))" + (method.map { " by \($0)" } ?? "")
    let rows = condition.isEmpty ? "" : " where \(condition.map(\.text).joined(separator: " "))"
    return isUnique ? "that \(list) is unique\(rows)" : "the index '\(name)' of \(list)\(rows)"
  }
}

extension FoundForeignKey {
  fileprivate var fact: String {
    let rules = [
      deleteRule.map { "deletes by \($0.rawValue)" } ?? "deletes by another rule",
      updateRule.map { "updates by \($0.rawValue)" },
    ].compactMap(\.self)
    return "the foreign key (\(columns.joined(separator: ", "))) to '\(table)' "
      + "(\(targetColumns.joined(separator: ", "))), which \(rules.joined(separator: " and "))"
  }
}

extension FoundCheck {
  fileprivate var fact: String {
    "the check \(name.map { "'\($0)' " } ?? "")(\(tokens.map(\.text).joined(separator: " ")))"
  }
}
