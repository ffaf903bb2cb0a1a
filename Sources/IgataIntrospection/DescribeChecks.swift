internal import IgataSyntax
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension IntrospectedSchema {
  /// Says what the types and the checks of a database say of single columns: enums, ranges, lengths, JSON and flags.
  mutating func addChecks(of found: FoundTable, to index: Int, _ dialect: any CatalogDialect) {
    for column in found.columns where !column.labels.isEmpty {
      guard let field = models[index].value(of: column.name), models[index].fields[field].isValue(of: "String")
      else { continue }
      addEnum(column.labels, type: column.type, to: field, of: index)
    }
    for check in found.checks {
      // A check of several columns says nothing of one alone.
      guard let domains = CheckExpression(check.tokens).domains, domains.count == 1, let (name, domain) = domains.first
      else { continue }
      let canonical = dialect.canonicalName(name)
      if let column = found.columns.first(where: { dialect.canonicalName($0.name) == canonical }),
        let field = models[index].value(of: column.name)
      {
        add(domain, of: column, to: field, of: index, in: check.tokens)
      }
    }
  }

  private mutating func add(
    _ domain: ValueDomain, of column: FoundColumn, to number: Int, of index: Int, in tokens: [SQLToken]
  ) {
    let field = models[index].fields[number]
    guard case .value(let type) = field.kind, type == "Decimal" || field.rawType == nil && field.attributes.isEmpty
    else { return }
    switch (type, domain.cases) {
    case ("String", let cases?):
      // In the order in which the check has them.
      let texts = tokens.compactMap { if case .text(let text) = $0, cases.contains(text) { text } else { nil } }
      var seen: Set<String> = []
      let values = texts.filter { seen.insert($0).inserted }
      if seen == cases, !values.isEmpty { addEnum(values, type: nil, to: number, of: index) }
    case ("Int", ["0", "1"]?): setType("Bool", of: number, in: index, column)
    case ("String", nil) where domain.formats == ["json_valid"]: setType("JSON", of: number, in: index, column)
    case (_, nil):
      guard let scalar = Scalar(named: type), let attribute = domain.attribute(of: ColumnType(scalar)) else { return }
      models[index].fields[number].attributes.append(attribute)
    case (_, .some): break
    }
  }

  private mutating func setType(_ type: String, of field: Int, in index: Int, _ column: FoundColumn) {
    guard case .value(let rawType) = models[index].fields[field].kind else { return }
    models[index].fields[field].kind = .value(type: type)
    models[index].fields[field].rawType = rawType
    models[index].fields[field].defaultText = column.default(of: type)
  }
}

extension IntrospectedModel {
  /// The field of a column that is a value and no part of the key.
  fileprivate func value(of column: String) -> Int? {
    fields.firstIndex { field in
      if case .value = field.kind { field.columns == [column] && !key.contains(column) } else { false }
    }
  }
}
