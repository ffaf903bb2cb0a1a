import IgataSchema
import IgataTables

/// What takes values from the rows of some tables to those of others.
struct SQLiteRows {
  /// The values that rows get from other tables, by the new names of their tables.
  private(set) var replacements: [String: [Int: Carried.Replacement]] = [:]
  private(set) var stops: [SQLiteScript.Stop] = []
  /// The statements that number the rows that are made.
  private(set) var numbering: [String] = []
  /// The new tables that are filled.
  private(set) var filledTables: Set<String> = []
  /// The statements that fill tables, after those that both schemas have are copied.
  private(set) var insertions: [String] = []

  private let tables: MatchedTables
  private let dialect: SQLiteDialect
  /// The tables of the models that both schemas have.
  private let models: [Carried]
  /// The names of old tables while rows are copied, if they differ.
  private let names: [String: String]

  init(_ tables: MatchedTables, _ dialect: SQLiteDialect, _ carried: [Carried], _ names: [String: String]) {
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
    for owner in carried { replace(owner.new.name, rekeyed(owner)) }
  }

  // MARK: Keys

  /// The columns that refer to rows by keys that these get, or by others of their columns.
  private func rekeyed(_ owner: Carried) -> [Int: Carried.Replacement] {
    var result: [Int: Carried.Replacement] = [:]
    for reference in tables.rekeyedReferences(of: owner.pair) {
      guard let targets = models.first(where: { $0.old.name == reference.target }) else { continue }
      let target = targets.aliased("igata_target")
      let isTarget = zip(reference.columns, reference.references).map { column, key in
        "\(target.qualified(key)) = \(owner.qualified(column))"
      }
      for (column, key) in reference.added {
        var ignored: [SQLiteScript.Stop] = []
        let value = """
          (SELECT \(target.ownValue(key, &ignored)) FROM \(dialect.identifier(targets.source.name)) AS "igata_target" \
          WHERE \(isTarget.joined(separator: " AND ")))
          """
        result[column] = .value(owner.columnValue(column).orBackfill(value))
      }
    }
    return result
  }

  private mutating func take() {
    var numbered: [Int: [String]] = [:]
    for (index, taking) in tables.match.takings.enumerated() {
      let giver = model(old: taking.giver)
      var table = giver?.source ?? tables.old[taking.giver].table
      if giver == nil { table.name = names[table.name] ?? table.name }
      let rows = SQLiteTaking(
        taking, in: tables, dialect, giver: table, givers: giver, takers: model(new: taking.taker), number: index + 1)
      stops += rows.stops
      replace(tables.new[taking.taker].table.name, rows.takenValues(&stops))
      if let giver { replace(giver.new.name, rows.references(&stops)) }
      let statements = rows.numbering(after: numbered[taking.taker] ?? [])
      if !statements.isEmpty { numbered[taking.taker, default: []].append(rows.numbers) }
      numbering += statements
      let taker = tables.new[taking.taker].table
      guard let insertion = rows.insertion(into: temporaryName(of: taker)) else { continue }
      if model(new: taking.taker) == nil { filledTables.insert(taker.name) }
      insertions.append(insertion)
    }
    for name in numbered.values.flatMap(\.self).sorted() { insertions.append("DROP TABLE temp.\"\(name)\";") }
    stopForShared()
  }

  private func model(old: Int) -> Carried? {
    tables.match.models.firstIndex { $0.old == old }.map { models[$0] }
  }

  private func model(new: Int) -> Carried? {
    tables.match.models.firstIndex { $0.new == new }.map { models[$0] }
  }

  private mutating func replace(_ table: String, _ values: [Int: Carried.Replacement]) {
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
    let lists = SQLiteLists(tables: tables, dialect: dialect, models: models, names: names)
    for index in models.indices {
      replace(models[index].new.name, lists.elements(ofModel: index, &stops))
      replace(models[index].new.name, lists.otherTargets(ofModel: index, &stops))
    }
    for list in lists.filledLists(&stops) {
      filledTables.insert(list.table.name)
      insertions.append(
        """
        INSERT INTO \(dialect.identifier(temporaryName(of: list.table))) \
        (\(dialect.identifiers(list.columns.map(\.name))))
        SELECT \(list.columns.map(\.value).joined(separator: ", "))
        FROM \(list.from);
        """)
    }
  }
}
