import IgataSchema
import IgataTables

extension Snapshot {
  /// What follows from a declaration, each in one phrase of Markdown.
  func facts(of declaration: NameUse.Declaration) -> [String] {
    let facts: [String] =
      switch declaration {
      case .model(let index): facts(of: schema.models[index])
      case .structure: []
      case .enumeration(let index): facts(of: schema.enums[index])
      case .newtype(let index): facts(of: schema.newtypes[index])
      case .enumCase(let enumeration, let index):
        ["raw value `\(schema.enums[enumeration].cases[index].rawText)`"]
      case .field, .structField: field(declaration).map(facts) ?? []
      }
    return facts + (deprecation(of: declaration).map { ["deprecated: \($0)"] } ?? [])
  }

  private func facts(of model: Model) -> [String] {
    let key = model.primaryKey.filter { model.columns.indices.contains($0) }.map { "`\(model.columns[$0].name)`" }
    return ["table `\(model.table)`"] + (key.isEmpty ? [] : ["key \(key.joined(separator: ", "))"])
  }

  private func facts(of type: EnumType) -> [String] {
    let shown = type.cases.prefix(12).map { "`.\($0.name)` is `\($0.rawText)`" }
    let more = type.cases.count - shown.count
    return ["stored as \(type.rawType.name)", shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")]
  }

  private func facts(of type: Newtype) -> [String] {
    [storage(of: ColumnType(type.base))] + bounds(type.constraints)
  }

  private func storage(of type: ColumnType) -> String {
    "SQLite `\(SQLiteDialect().typeName(of: type))`, PostgreSQL `\(PostgreSQLDialect().typeName(of: type))`"
  }

  /// The facts about a scalar.
  func facts(of scalar: Scalar) -> [String] { [scalar.detail, storage(of: ColumnType(scalar))] }

  // MARK: Fields

  private func facts(of field: DeclaredField) -> [String] {
    var facts: [String] = []
    let table = isGeneratable ? field.model.flatMap { schema.table(ofModel: $0)?.table } : nil
    if let model = field.model {
      let all = schema.models[model].columns
      let columns = all.indices.filter { all[$0].field == field.position }
      if let table {
        for column in columns.prefix(8) where table.columns.indices.contains(column) {
          facts.append(
            "column `\(table.columns[column].name)`: "
              + "SQLite `\(SQLiteDialect().typeName(ofColumn: column, in: table))`, "
              + "PostgreSQL `\(PostgreSQLDialect().typeName(ofColumn: column, in: table))`")
        }
      }
      if columns.contains(where: schema.models[model].primaryKey.contains) { facts.append("part of the primary key") }
    }
    facts += relation(of: field) + flags(of: field.field)
    if let constraints = schema.effectiveBounds(of: field.field) { facts += bounds(constraints) }
    if let stored = storedDefault(of: field) { facts.append("default stored as `\(stored)`") }
    return facts
  }

  private func relation(of field: DeclaredField) -> [String] {
    switch field.kind {
    case .toOne(let target, let kind, let rule):
      let given = field.attribute("onDelete") == nil ? " by default" : ""
      let form = kind == .wrapper ? "wrapper of" : "\(kind.rawValue) relation to"
      return ["\(form) `\(schema.models[target].name)`, on delete `\(rule.rawValue)`\(given)"]
    case .inverse(let target, let position, _):
      guard schema.models[target].fields.indices.contains(position) else { return [] }
      return ["the other side of `\(schema.models[target].name).\(schema.models[target].fields[position].name)`"]
    case .ordered:
      guard let model = field.model,
        let join = schema.models[model].joinTables.first(where: { $0.field == field.position })
      else { return [] }
      return ["join table `\(join.name)`"]
    case .embedded(let index, _): return ["columns of `\(schema.structs[index].name)`"]
    case .value, .list: return []
    }
  }

  private func flags(of field: Field) -> [String] {
    [
      field.isConstant ? "set once" : nil, field.isUnique ? "unique" : nil, field.isIndexed ? "indexed" : nil,
      field.isSensitive ? "never printed" : nil, field.isVersion ? "version of the row" : nil,
      field.isUpdatedAt ? "time of the last save" : nil, field.isReadOnly ? "never written" : nil,
    ].compactMap { $0 }
  }

  private func bounds(_ constraints: ValueConstraints) -> [String] {
    var facts: [String] = []
    if constraints.minimumLength != nil || constraints.maximumLength != nil {
      let (least, greatest) = (constraints.minimumLength, constraints.maximumLength)
      facts.append("length `\(least.map { "\($0)" } ?? "")...\(greatest.map { "\($0)" } ?? "")`")
    }
    if constraints.minimum != nil || constraints.maximum != nil {
      let operation = constraints.excludesMaximum ? "..<" : "..."
      facts.append("range `\(constraints.minimum ?? "")\(operation)\(constraints.maximum ?? "")`")
    }
    if let pattern = constraints.pattern { facts.append("pattern `\(pattern.replacing("`", with: "'"))`") }
    return facts
  }

  /// The default as the database stores it, where it differs from what is written.
  private func storedDefault(of field: DeclaredField) -> String? {
    guard let value = field.field.defaultValue, let scalar = field.scalar,
      let literal = value.literal(of: ColumnType(scalar))
    else { return nil }
    return switch (scalar.number, literal) {
    case (.fixed?, .integer(let number)): "\(number)"
    case (.decimal?, .decimal(let text)): text
    case (.floating?, .real(let number)): "\(number)"
    default: nil
    }
  }
}
