import IgataSchema
import IgataTables

/// The values that go from the rows of some tables to those of others.
struct MovedValues {
  /// The values that rows get from other tables, by the new names of their tables.
  private(set) var replacements: [String: [Int: Replacement]] = [:]
  private(set) var stops: [SQLiteScript.Stop] = []
  /// The statements that number the rows that are inserted.
  private(set) var numbering: [String] = []
  /// The rows that tables get after those that both schemas have, in the order in which they are inserted.
  private(set) var fillings: [FilledTable] = []
  /// The temporary tables of numbers.
  private(set) var numbers: [String] = []

  private let tables: MatchedTables
  private let dialect: any ScriptDialect
  /// The tables of the models that both schemas have.
  private let models: [any MigratedTable]
  /// The names of old tables while rows are copied, if they differ.
  private let names: [String: String]

  init(
    _ tables: MatchedTables, _ dialect: any ScriptDialect, _ migrated: [any MigratedTable],
    _ names: [String: String] = [:]
  ) {
    self.tables = tables
    self.dialect = dialect
    self.names = names
    let byName = Dictionary(migrated.map { ($0.new.name, $0) }) { first, _ in first }
    models = tables.match.models.compactMap { byName[tables.new[$0.new].table.name] }
    guard models.count == tables.match.models.count else { return }
    moveValues()
    changeLists()
  }

  // MARK: Values that move

  private mutating func moveValues() {
    var numbered: [Int: [String]] = [:]
    for (index, move) in tables.match.valueMoves.enumerated() {
      let source = table(ofOld: move.sourceModel)
      let statements = ValueMoveSQL(
        move, in: tables, dialect, sourceTable: source?.source ?? droppedTable(ofOld: move.sourceModel),
        source: source, target: table(ofNew: move.targetModel), number: index + 1)
      stops += statements.stops
      replace(tables.new[move.targetModel].table.name, statements.movedValues(&stops))
      if let source { replace(source.new.name, statements.references(&stops)) }
      let numberings = statements.numbering(after: numbered[move.targetModel] ?? [])
      if !numberings.isEmpty { numbered[move.targetModel, default: []].append(statements.numbers) }
      numbering += numberings
      if let filling = statements.filling { fillings.append(filling) }
    }
    numbers = numbered.values.flatMap(\.self).sorted()
    stopForShared()
  }

  private func table(ofOld model: Int) -> (any MigratedTable)? {
    tables.match.models.firstIndex { $0.old == model }.map { models[$0] }
  }

  private func table(ofNew model: Int) -> (any MigratedTable)? {
    tables.match.models.firstIndex { $0.new == model }.map { models[$0] }
  }

  /// The table of a model that is gone, with its name while rows are copied.
  private func droppedTable(ofOld model: Int) -> Table {
    var table = tables.old[model].table
    table.name = names[table.name] ?? table.name
    return table
  }

  private mutating func replace(_ table: String, _ values: [Int: Replacement]) {
    replacements[table, default: [:]].merge(values) { first, _ in first }
  }

  /// Stops where rows that become values are shared, or where nothing has one although the schema doesn't drop it.
  private mutating func stopForShared() {
    let moves = tables.match.valueMoves.filter { if case .modelBecameStruct = $0.kind { true } else { false } }
    var sources: [Int] = []
    for move in moves where !sources.contains(move.sourceModel) { sources.append(move.sourceModel) }
    for source in sources {
      let table = droppedTable(ofOld: source)
      let counts = moves.filter { $0.sourceModel == source }.compactMap { move -> String? in
        guard let link = move.link, let target = self.table(ofNew: move.targetModel) else { return nil }
        let isOwners = zip(link.columns, link.references).map { column, reference in
          "\(target.qualified(column)) = \(dialect.qualified(reference, of: table))"
        }
        return """
          (SELECT count(*) FROM \(dialect.identifier(target.source.name)) WHERE \(isOwners.joined(separator: " AND ")))
          """
      }
      let isReserved = tables.match.new.reservedModels.contains { $0.name == table.model }
      stops.add(
        table, where: "\(counts.joined(separator: " + ")) \(isReserved ? ">" : "<>") 1",
        isReserved ? "several rows have it" : "several rows have it, or none")
    }
  }

  // MARK: Lists

  private mutating func changeLists() {
    let lists = ChangedLists(tables: tables, dialect: dialect, models: models, names: names)
    for index in models.indices {
      replace(models[index].new.name, lists.elements(ofModel: index, &stops))
      replace(models[index].new.name, lists.otherTargets(ofModel: index, &stops))
    }
    fillings += lists.filledLists(&stops)
  }
}

/// A value that comes from the rows of another table.
enum Replacement {
  case value(String)
  /// A value under a condition, and the table's own where it isn't satisfied.
  case conditional(String, String)
}

/// Rows that a table gets for those of another one.
struct FilledTable {
  let table: Table
  /// Whether only the new schema has the table.
  let isNew: Bool
  /// The columns that have values, which are expressions over the rows of the old schema.
  let columns: [(column: Int, value: String)]
  /// The clause that finds these rows.
  let from: String

  var names: [String] { table.names(columns.map(\.column)) }
}
