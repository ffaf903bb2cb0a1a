import IgataSchema
import IgataTables

/// What takes values from the rows of some tables to those of others.
struct MovedRows {
  /// The values that rows get from other tables, by the new names of their tables.
  private(set) var replacements: [String: [Int: Replacement]] = [:]
  private(set) var stops: [SQLiteScript.Stop] = []
  /// The statements that number the rows that are made.
  private(set) var numbering: [String] = []
  /// The rows that tables get after those that both schemas have, in the order in which they are inserted.
  private(set) var fillings: [FilledTable] = []
  /// The temporary tables of numbers.
  private(set) var numbers: [String] = []

  private let tables: MatchedTables
  private let dialect: any ScriptDialect
  /// The tables of the models that both schemas have.
  private let models: [any CarriedTable]
  /// The names of old tables while rows are copied, if they differ.
  private let names: [String: String]

  init(
    _ tables: MatchedTables, _ dialect: any ScriptDialect, _ carried: [any CarriedTable],
    _ names: [String: String] = [:]
  ) {
    self.tables = tables
    self.dialect = dialect
    self.names = names
    let byName = Dictionary(carried.indices.map { (carried[$0].new.name, $0) }) { first, _ in first }
    models = tables.match.models.compactMap { model in
      byName[tables.new[model.new].table.name].map { carried[$0] }
    }
    guard models.count == tables.match.models.count else { return }
    take()
    changeLists()
  }

  // MARK: Takings

  private mutating func take() {
    var numbered: [Int: [String]] = [:]
    for (index, taking) in tables.match.takings.enumerated() {
      let giver = model(old: taking.giver)
      var table = giver?.source ?? tables.old[taking.giver].table
      if giver == nil { table.name = names[table.name] ?? table.name }
      let rows = TakenRows(
        taking, in: tables, dialect, giver: table, givers: giver, takers: model(new: taking.taker), number: index + 1)
      stops += rows.stops
      replace(tables.new[taking.taker].table.name, rows.takenValues(&stops))
      if let giver { replace(giver.new.name, rows.references(&stops)) }
      let statements = rows.numbering(after: numbered[taking.taker] ?? [])
      if !statements.isEmpty { numbered[taking.taker, default: []].append(rows.numbers) }
      numbering += statements
      if let filling = rows.filling { fillings.append(filling) }
    }
    numbers = numbered.values.flatMap(\.self).sorted()
    stopForShared()
  }

  private func model(old: Int) -> (any CarriedTable)? {
    tables.match.models.firstIndex { $0.old == old }.map { models[$0] }
  }

  private func model(new: Int) -> (any CarriedTable)? {
    tables.match.models.firstIndex { $0.new == new }.map { models[$0] }
  }

  private mutating func replace(_ table: String, _ values: [Int: Replacement]) {
    replacements[table, default: [:]].merge(values) { first, _ in first }
  }

  /// Stops where rows that become values are shared, or where nothing has one although the schema doesn't drop it.
  private mutating func stopForShared() {
    let takings = tables.match.takings.filter { if case .modelBecameStruct = $0.kind { true } else { false } }
    var givers: [Int] = []
    for taking in takings where !givers.contains(taking.giver) { givers.append(taking.giver) }
    for giver in givers {
      var table = tables.old[giver].table
      table.name = names[table.name] ?? table.name
      let counts = takings.filter { $0.giver == giver }.compactMap { taking -> String? in
        guard let link = taking.link, let taker = model(new: taking.taker) else { return nil }
        let isOwners = zip(link.columns, link.references).map { column, reference in
          "\(taker.qualified(column)) = \(dialect.qualified(reference, of: table))"
        }
        return """
          (SELECT count(*) FROM \(dialect.identifier(taker.source.name)) WHERE \(isOwners.joined(separator: " AND ")))
          """
      }
      let isReserved = tables.match.new.reservedModels.contains { $0.name == table.model }
      stops.append(
        .init(
          table: table.name, key: table.names(table.primaryKey),
          condition: "\(counts.joined(separator: " + ")) \(isReserved ? ">" : "<>") 1",
          reason: isReserved ? "several rows have it" : "several rows have it, or none"))
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
