@_spi(Backend) internal import IgataRuntime
internal import IgataTables

extension TableComparison {
  mutating func compareChecks() {
    var domains: [String: ValueDomain] = [:]
    let named = Set(table.checks.map { dialect.canonicalName($0.name) })
    // A check with the name of one of the schema's is taken to be that one.
    for check in found.checks where !(check.name.map { named.contains(dialect.canonicalName($0)) } ?? false) {
      guard let known = CheckExpression(check.tokens).domains else {
        let text = check.tokens.map(\.text).joined(separator: " ")
        note(nil, "the database has a check that is not understood: \(text)")
        continue
      }
      for (name, domain) in known {
        domains[dialect.canonicalName(name), default: ValueDomain()].formIntersection(domain)
      }
    }
    for (index, column) in table.columns.enumerated() {
      guard let domain = domains[dialect.canonicalName(column.name)] else { continue }
      if let refusal = domain.refusal(of: column.domain) {
        compareNarrowCheck(index, domain, refusal)
      } else if column.domain.cases != nil, column.domain.refusal(of: domain) != nil {
        unprovenColumns.insert(index)
      }
    }
  }

  /// What a database refuses is its own business, unless `prepare` made the table for an older schema.
  private mutating func compareNarrowCheck(_ index: Int, _ domain: ValueDomain, _ refusal: String) {
    let change = domain.schemaChange(of: table.columns[index], table.field(at: index))
    guard found.record != nil || isOwn else {
      return note(index, "the database accepts less than the schema: it has \(refusal); \(change)")
    }
    add(
      index, found: refusal, expected: "values that it refuses",
      help: change + ", or copy the table into one with the right check")
  }

  /// The checks of the schema that the database lacks, unless it can't express them.
  mutating func compareConditions() {
    let found = Set(found.checks.compactMap(\.name).map(dialect.canonicalName))
    for check in table.checks where !found.contains(dialect.canonicalName(check.name)) {
      guard let constraint = definition.constraint(of: check) else { continue }
      if table.isExternal {
        note(check.condition.columns.first, "the database has no check '\(check.name)': only this program keeps to it")
        continue
      }
      let addition = "once every row satisfies it"
      add(
        check.condition.columns.first, found: "no check '\(check.name)'", expected: constraint,
        help: dialect.addsForeignKeys ? "add it \(addition)" : "copy the table into one with the check, \(addition)",
        sql: dialect.addsForeignKeys ? definition.add(constraint) : nil)
    }
  }
}
