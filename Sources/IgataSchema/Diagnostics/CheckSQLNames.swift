import IgataDiagnostics

extension Resolution {
  /// Checks the names of tables, join tables, constraints and indexes, which share one namespace in the database, in
  /// source order.
  mutating func checkSQLNames() {
    var names = SQLNames()
    for index in models.indices where !models[index].isShadowed {
      let model = schema.models[index]
      register(table: model.table, at: tableOrigin(of: index), help: "name it with '@table(\"…\")'", in: &names)
      for join in model.joinTables {
        if let range = joinTableOrigin(of: index, join) {
          register(table: join.name, at: range, help: "choose another name with '@joinTable(\"…\")'", in: &names)
          continue
        }
        let range = model.fields[join.field].origin.range
        if isReservedSQLName(model.table) { continue }
        register(table: join.name, at: range, help: "rename the field or the table", in: &names)
      }
      // Names that begin with the table's name would only repeat its error.
      if !isReservedSQLName(model.table) { registerConstraints(of: model, models[index], in: &names) }
    }
  }

  private func tableOrigin(of index: Int) -> SourceRange {
    if case .text(_, let range)? = models[index].attributes.first(where: { $0.kind == .table })?.argument {
      return range
    }
    return models[index].name.range
  }

  /// The location where a join table is named, or `nil` if its name is derived.
  private func joinTableOrigin(of index: Int, _ join: JoinTable) -> SourceRange? {
    let model = models[index]
    guard case .text(_, let range)? = model.draft(join.field).attribute(.joinTable)?.argument
    else { return nil }
    return range
  }

  private mutating func register(table name: String, at range: SourceRange, help: String, in names: inout SQLNames) {
    if reportsReservedName(name, at: range, help: help) { return }
    guard let first = names.take(name, at: range, isTable: true) else { return }
    report(
      first.isTable
        ? .tableCollision(name, at: range, first: first.range)
        : .constraintNameCollision(name, at: range, first: first.range))
  }

  private mutating func registerConstraints(of model: Model, _ draft: OwnerDraft, in names: inout SQLNames) {
    var constraints = impliedIndexes(of: model)
    if let name = model.primaryKeyName, let range = draft.primaryKeyNameOrigin { constraints.append((name, range)) }
    constraints += zip(model.uniques, draft.uniqueOrigins).map { ($0.name, $1.range) }
    constraints += zip(model.indexes, draft.indexOrigins).map { ($0.name, $1.range) }
    constraints += zip(model.checks, draft.checkOrigins).map { ($0.name, $1.range) }
    constraints.sort { ($0.range.start, $0.name) < ($1.range.start, $1.name) }
    let help = "choose another name with 'name: \"…\"'"
    for (name, range) in constraints where !reportsReservedName(name, at: range, help: help) {
      guard let first = names.take(name, at: range, isTable: false) else { continue }
      report(.constraintNameCollision(name, at: range, first: first.range))
    }
  }

  /// The indexes that are generated for relations in addition to those in the schema: a unique constraint for each
  /// wrapper, an index for each other foreign key that isn't a prefix of a key, a constraint or an index, and one for
  /// the targets of each join table.
  func impliedIndexes(of model: Model) -> [(name: String, range: SourceRange)] {
    if model.foreignKeys.isEmpty, model.joinTables.isEmpty { return [] }
    var covered = CoveredColumns(count: model.columns.count)
    covered.insert(prefixesOf: model.primaryKey)
    for constraint in model.uniques { covered.insert(prefixesOf: constraint.searchableColumns) }
    for constraint in model.indexes { covered.insert(prefixesOf: constraint.searchableColumns) }
    var result: [(name: String, range: SourceRange)] = []
    for unique in model.wrapperUniques {
      let columns = unique.parts.map(\.column)
      covered.insert(prefixesOf: columns)
      result.append((unique.name, model.fields[model.columns[columns[0]].field].origin.range))
    }
    for key in model.foreignKeys where covered.insert(key.columns[...]) {
      result.append((model.constraintName(of: key.columns, "idx"), model.fields[key.field].origin.range))
    }
    for join in model.joinTables {
      let name = ([join.name] + join.targetColumns + ["idx"]).joined(separator: "_")
      result.append((name, model.fields[join.field].origin.range))
    }
    return result
  }

  private mutating func reportsReservedName(_ name: String, at range: SourceRange, help: String) -> Bool {
    guard isReservedSQLName(name) else { return false }
    report(.reservedSQLName(name, at: range, help: help))
    return true
  }
}

/// The prefixes of the columns of keys, constraints and indexes.
private struct CoveredColumns {
  /// Single columns, which are nearly all: a flag for each column of the table.
  private var single: [Bool]
  private var several: Set<[Int]> = []

  init(count: Int) { single = [Bool](repeating: false, count: count) }

  mutating func insert(prefixesOf columns: [Int]) {
    for count in 0..<min(columns.count, keyColumnLimit) { _ = insert(columns[...count]) }
  }

  /// Returns whether the columns weren't in the set yet.
  mutating func insert(_ columns: ArraySlice<Int>) -> Bool {
    guard columns.count == 1, let column = columns.first, single.indices.contains(column) else {
      return several.insert(Array(columns)).inserted
    }
    defer { single[column] = true }
    return !single[column]
  }
}

/// Whether SQLite reserves the name of a table or an index.
func isReservedSQLName(_ name: String) -> Bool {
  let prefix = "sqlite_"
  guard name.utf8.count >= prefix.utf8.count else { return false }
  return zip(name.utf8, prefix.utf8).allSatisfy { $0 == $1 || ($1 != UInt8(ascii: "_") && $0 | 0x20 == $1) }
}

/// The names in the database so far.
private struct SQLNames {
  struct Entry {
    var range: SourceRange
    var isTable: Bool
  }

  private var entries: [String: Entry] = [:]

  /// Registers a name, or returns the entry that already has it.
  mutating func take(_ name: String, at range: SourceRange, isTable: Bool) -> Entry? {
    let folded = foldedName(name)
    if let entry = entries[folded] { return entry }
    entries[folded] = Entry(range: range, isTable: isTable)
    return nil
  }
}
