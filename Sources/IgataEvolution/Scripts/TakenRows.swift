import IgataSchema
import IgataTables

/// The statements that take values from the rows of one model to those of another one.
struct TakenRows {
  let tables: MatchedTables
  let taking: Taking
  let dialect: any ScriptDialect
  /// The table that has the values, while rows are copied.
  let giver: Table
  /// The giver's table beside the one that it becomes; `nil` if it is gone.
  let givers: (any CarriedTable)?
  /// The taker's old table beside the new one; `nil` if it is new.
  let takers: (any CarriedTable)?
  /// The rows that are made; `nil` if none are.
  let made: MadeRows?
  /// The name of the table of the numbers that rows get as keys.
  let numbers: String

  init(
    _ taking: Taking, in tables: MatchedTables, _ dialect: any ScriptDialect, giver: Table, givers: (any CarriedTable)?,
    takers: (any CarriedTable)?, number: Int
  ) {
    self.tables = tables
    self.taking = taking
    self.dialect = dialect
    self.giver = giver
    self.givers = givers
    self.takers = takers
    numbers = "igata_keys_\(number)"
    let made = tables.madeRows(of: taking)
    self.made = made?.problems.isEmpty == true ? made : nil
  }

  private var taker: Table { tables.new[taking.taker].table }

  // MARK: The rows of the taker

  /// The condition that a giver belongs to a taker.
  ///
  /// - Parameter takerName: The name of the taker's table in the query.
  private func isLinked(_ link: Taking.Link, to takerName: String? = nil) -> String {
    guard var taker = takers?.source else { return "FALSE" }
    taker.name = takerName ?? taker.name
    let (from, to) = link.isGivers ? (giver, taker) : (taker, giver)
    return zip(link.columns, link.references).map { column, reference in
      "\(dialect.qualified(column, of: from)) = \(dialect.qualified(reference, of: to))"
    }.joined(separator: " AND ")
  }

  private func lookup(_ value: String, _ link: Taking.Link) -> String {
    let limit = tables.canShare(taking) ? " LIMIT 1" : ""
    return "(SELECT \(value) FROM \(dialect.identifier(giver.name)) WHERE \(isLinked(link))\(limit))"
  }

  /// The values of the taker's columns that come from its giver.
  func takenValues(_ stops: inout [SQLiteScript.Stop]) -> [Int: Replacement] {
    guard let takers, let link = taking.link else { return [:] }
    var result: [Int: Replacement] = [:]
    for column in takenColumns {
      let value = takers.columnValue(column)
      guard let source = taking.oldColumn(of: column) else {
        // A new field of a struct, which isn't there without its values.
        guard value.column.isNullable, let added = value.added, added != "NULL" else { continue }
        let given = inStruct(column, added)
        let taken = given == "NULL" ? given : lookup(given, link)
        result[column] = .value(taking.kind == .fieldsMoved ? orOther(taken, other(column, value), link) : taken)
        continue
      }
      let taken = lookup(taken(column, source, &stops), link)
      guard tables.canLackGiver(taking) else {
        result[column] = .value(taken)
        continue
      }
      result[column] = .value(replaced(taken, column, value, link, takers, &stops))
    }
    return result
  }

  /// The columns of the field that became a struct, or those that have values and others of their optional structs.
  private var takenColumns: [Int] {
    let columns = tables.match.new.models[taking.taker].columns
    if case .modelBecameStruct(let field) = taking.kind { return columns.indices.filter { columns[$0].field == field } }
    let fields = Set(taking.columns.map { columns[$0.new].field })
    return columns.indices.filter { index in
      taking.oldColumn(of: index) != nil
        || fields.contains(columns[index].field) && tables.structs.presence(ofColumn: index, of: taking) != .always
    }
  }

  /// A value of the rows of the giver that have the optional struct that a column is a part of.
  private func inStruct(_ column: Int, _ value: String) -> String {
    switch tables.structs.presence(ofColumn: column, of: taking) {
    case _ where value == "NULL": value
    case .always: value
    case .column(let presence): "CASE WHEN \(dialect.qualified(presence, of: giver)) IS NOT NULL THEN \(value) END"
    case .never: "NULL"
    }
  }

  /// A value that is taken, or the one of a row without a giver.
  private func replaced(
    _ taken: String, _ column: Int, _ value: RowValue, _ link: Taking.Link, _ takers: any CarriedTable,
    _ stops: inout [SQLiteScript.Stop]
  ) -> String {
    var value = value
    // A row without a giver has none of the fields that the backfill reads.
    if taking.kind == .fieldsMoved { value.row = nil }
    if value.backfill?.needsOldValue == true { value.backfill = nil }
    let other =
      taking.kind == .fieldsMoved ? other(column, value) : value.backfill.flatMap { value.expression($0, old: nil) }
    if other == nil, taking.kind == .fieldsMoved {
      stops.append(
        .init(
          table: takers.source.name, key: takers.key, condition: "NOT \(exists(link))",
          reason: "nothing gives it '\(value.column.name)'"))
    }
    guard let other, other != "NULL" else { return taken }
    if !value.column.isNullable { return "coalesce(\(taken), \(other))" }
    return taking.kind == .fieldsMoved ? orOther(taken, other, link) : taken
  }

  private func exists(_ link: Taking.Link) -> String {
    "EXISTS (SELECT 1 FROM \(dialect.identifier(giver.name)) WHERE \(isLinked(link)))"
  }

  /// The value of a row without a giver; `nil` if there is none.
  private func other(_ column: Int, _ value: RowValue) -> String? {
    tables.structs.isThereWithoutGiver(column, of: taking) ? value.added : "NULL"
  }

  private func orOther(_ taken: String, _ other: String?, _ link: Taking.Link) -> String {
    guard let other, other != "NULL", tables.canLackGiver(taking) else { return taken }
    return "CASE WHEN \(exists(link)) THEN \(taken) ELSE \(other) END"
  }

  /// A value of the giver as the taker stores it.
  private func taken(_ column: Int, _ source: Int, _ stops: inout [SQLiteScript.Stop]) -> String {
    let match = ColumnMatch(old: source, new: column)
    let compared = tables.comparedColumn(match, of: taking)
    var value = RowValue(
      column: taker.columns[column], backfill: compared.backfill, row: giver, dialect: dialect,
      losesNulls: compared.losesNulls)
    if case .column(let presence) = compared.presence {
      value.isInStruct = "\(dialect.qualified(presence, of: giver)) IS NOT NULL"
    }
    // No row is made for a struct that is missing.
    if case .structBecameModel = taking.kind, !tables.isOptional(source, of: taking.giver) {
      value.column.isNullable = true
    }
    let former = Former(
      dialect.qualified(source, of: giver), tables.old[taking.giver].table.columns[source],
      tables.enumMatch(match, of: taking.giver, in: taking.taker), in: giver)
    return value.kept(former, &stops)
  }

  // MARK: Stops

  /// The conditions under which values would be lost.
  var stops: [SQLiteScript.Stop] {
    guard let link = taking.link, taking.kind == .fieldsMoved else { return [] }
    let key = giver.names(giver.primaryKey)
    var stops: [SQLiteScript.Stop] = []
    if tables.canShare(taking) {
      var other = giver
      other.name = "igata_other"
      let isShared = link.columns.map { "\(dialect.qualified($0, of: other)) = \(dialect.qualified($0, of: giver))" }
      let differs = taking.columns.map { column in
        dialect.nullComparison(
          of: dialect.qualified(column.old, of: other), and: dialect.qualified(column.old, of: giver), areEqual: false)
      }
      stops.append(
        .init(
          table: giver.name, key: key,
          condition: """
            EXISTS (SELECT 1 FROM \(dialect.identifier(giver.name)) AS "igata_other" \
            WHERE \(isShared.joined(separator: " AND ")) AND (\(differs.joined(separator: " OR "))))
            """,
          reason: "it shares a row of '\(taker.model)' with one that has other values"))
    }
    if tables.stopsWithoutTaker(taking) {
      stops.append(
        .init(
          table: giver.name, key: key,
          condition: [lacksTaker(link), hasValue].compactMap(\.self).joined(separator: " AND "),
          reason: "no row of '\(taker.model)' takes its values"))
    }
    return stops
  }

  private func lacksTaker(_ link: Taking.Link) -> String {
    "NOT EXISTS (SELECT 1 FROM \(dialect.identifier(takers?.source.name ?? "")) WHERE \(isLinked(link)))"
  }

  /// The condition that a giver has a value; `nil` if every one has.
  private var hasValue: String? {
    let columns = taking.columns.map(\.old)
    if columns.contains(where: { !giver.columns[$0].isNullable }) { return nil }
    let conditions = columns.map { "\(dialect.qualified($0, of: giver)) IS NOT NULL" }
    return conditions.count == 1 ? conditions[0] : "(\(conditions.joined(separator: " OR ")))"
  }

  // MARK: Rows that are made

  /// The condition that a row is made for a giver; `nil` if one is made for each.
  private var isMade: String? {
    if let link = taking.link { return [lacksTaker(link), hasValue].compactMap(\.self).joined(separator: " AND ") }
    if let link = taking.newLink, link.isGivers, let givers,
      link.columns.allSatisfy({ !givers.new.columns[$0].isNullable && givers.columnValue($0).backfill == nil })
    {
      return nil
    }
    return hasValue
  }

  /// The value of a column of the row that is made for a giver; `nil` if the database makes it.
  private func madeValue(_ column: Int, _ stops: inout [SQLiteScript.Stop]) -> String? {
    switch made?.values[column] {
    case .taken(let source): taken(column, source, &stops)
    case .giver(let column): givers?.ownValue(column, &stops)
    case .key: madeKey(column)
    case .added:
      inStruct(
        column,
        RowValue(
          column: taker.columns[column], backfill: tables.comparedColumn(new: column, of: taking.taker).backfill,
          row: nil, dialect: dialect
        ).added ?? "NULL")
    case .omitted, .missing, nil: nil
    }
  }

  private func madeKey(_ column: Int) -> String {
    let type = taker.columns[column].type
    guard taker.columns[column].defaultValue != .autoincrement else {
      let isSame = giver.primaryKey.enumerated().map { part, column in
        "\"\(numbers)\".\"key_\(part + 1)\" = \(dialect.qualified(column, of: giver))"
      }
      let table = "\(dialect.temporarySchema).\"\(numbers)\""
      return "(SELECT \"\(numbers)\".\"number\" FROM \(table) WHERE \(isSame.joined(separator: " AND ")))"
    }
    var ignored: [SQLiteScript.Stop] = []
    let keys: [(value: String, type: ColumnType)] =
      if let givers, givers.new.primaryKey.allSatisfy({ givers.sources[$0] != nil }) {
        givers.new.primaryKey.map { (givers.ownValue($0, &ignored), givers.new.columns[$0].type) }
      } else {
        giver.primaryKey.map { (dialect.qualified($0, of: giver), giver.columns[$0].type) }
      }
    return dialect.derivedUUID(for: ownerName(of: column), from: keys, type)
  }

  /// The name by which UUIDs are derived: that of the relation, as for wrappers.
  private func ownerName(of column: Int) -> String {
    let new = tables.match.new
    guard let link = taking.newLink, let holder = link.isGivers ? givers.map({ model(of: $0) }) : taking.taker else {
      return taker.model
    }
    let name = "\(new.models[holder].name).\(new.models[holder].fields[link.field].name)"
    return taker.primaryKey.contains(column) ? name : "\(name).\(taker.columns[column].name)"
  }

  private func model(of carried: any CarriedTable) -> Int {
    tables.new.firstIndex { $0.table.name == carried.new.name } ?? taking.taker
  }

  /// The values of the giver's columns that refer to the rows that are made.
  func references(_ stops: inout [SQLiteScript.Stop]) -> [Int: Replacement] {
    guard made != nil, let link = taking.newLink, link.isGivers, let givers else { return [:] }
    var result: [Int: Replacement] = [:]
    for (column, reference) in zip(link.columns, link.references) {
      guard let value = madeValue(reference, &stops) else { continue }
      if taking.link != nil {
        result[column] = .conditional(isMade ?? "TRUE", value)
      } else if let isMade {
        let own = givers.columnValue(column)
        let other = own.backfill.flatMap { own.expression($0, old: nil) }
        result[column] = .value("CASE WHEN \(isMade) THEN \(value)\(other.map { " ELSE \($0)" } ?? "") END")
      } else {
        result[column] = .value(value)
      }
    }
    return result
  }

  /// The statements that number the givers, so that the rows that are made for them have these keys.
  ///
  /// - Parameter earlier: The tables with the numbers that the same taker got before.
  func numbering(after earlier: [String]) -> [String] {
    guard made != nil, let column = numberedColumn else { return [] }
    var base: [String] = []
    if let takers {
      let table = dialect.identifier(takers.source.name)
      if let old = takers.sources[column] {
        let greatest = "coalesce((SELECT max(\(dialect.qualified(old, of: takers.source))) FROM \(table)), 0)"
        let counter = takers.old.generatedKeyColumn.map { _ in dialect.counter(of: old, of: takers.source) }
        base.append(counter.map { dialect.greatest(greatest, $0) } ?? greatest)
      } else {
        base.append("(SELECT count(*) FROM \(table))")
      }
    }
    base += earlier.map { "(SELECT count(*) FROM \(dialect.temporarySchema).\"\($0)\")" }
    let keys = giver.primaryKey.enumerated().map { "\(dialect.qualified($1, of: giver)) AS \"key_\($0 + 1)\"" }
    let order = giver.primaryKey.map { dialect.qualified($0, of: giver) }.joined(separator: ", ")
    let number = (base + ["row_number() OVER (ORDER BY \(order))"]).joined(separator: " + ")
    return dialect.createTemporaryTable(
      numbers,
      as: """
        SELECT \(keys.joined(separator: ", ")), \(number) AS "number"
        FROM \(dialect.identifier(giver.name))\(isMade.map { " WHERE \($0)" } ?? "")
        """, key: giver.primaryKey.indices.map { "key_\($0 + 1)" })
  }

  /// The key of the rows that are made if the database makes numbers.
  var numberedColumn: Int? {
    guard let made else { return nil }
    return made.values.indices.first { made.values[$0] == .key && taker.columns[$0].defaultValue == .autoincrement }
  }

  /// The rows that are made; `nil` if none are.
  var filling: FilledTable? {
    guard made != nil else { return nil }
    var ignored: [SQLiteScript.Stop] = []
    let values = taker.columns.indices.compactMap { column in madeValue(column, &ignored).map { (column, $0) } }
    return FilledTable(
      table: taker, isNew: takers == nil, columns: values,
      from: "\(dialect.identifier(giver.name))\(isMade.map { "\nWHERE \($0)" } ?? "")")
  }
}
