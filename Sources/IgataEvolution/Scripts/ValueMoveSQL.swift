import IgataSchema
import IgataTables

/// The statements for values that go from the rows of one model to those of another one.
struct ValueMoveSQL {
  let tables: MatchedTables
  let move: ValueMove
  let dialect: any ScriptDialect
  /// The table that has the values, while rows are copied.
  let sourceTable: Table
  /// The source's table beside the one that it becomes; `nil` if it is gone.
  let source: (any MigratedTable)?
  /// The target's old table beside the new one; `nil` if it is new.
  let target: (any MigratedTable)?
  /// The rows that are inserted into the target; `nil` if none are.
  let inserted: InsertedRows?
  /// The name of the table of the numbers that rows get as keys.
  let numbers: String

  init(
    _ move: ValueMove, in tables: MatchedTables, _ dialect: any ScriptDialect, sourceTable: Table,
    source: (any MigratedTable)?, target: (any MigratedTable)?, number: Int
  ) {
    self.tables = tables
    self.move = move
    self.dialect = dialect
    self.sourceTable = sourceTable
    self.source = source
    self.target = target
    numbers = "igata_keys_\(number)"
    let inserted = tables.insertedRows(for: move)
    self.inserted = inserted?.problems.isEmpty == true ? inserted : nil
  }

  private var targetTable: Table { tables.new[move.targetModel].table }

  private func qualified(_ column: Int) -> String { dialect.qualified(column, of: sourceTable) }

  // MARK: The rows of the target

  /// The condition that a row of the source belongs to one of the target.
  private func isLinked(_ link: ValueMove.Link) -> String {
    guard let target = target?.source else { return "FALSE" }
    let (from, to) = link.belongsToSource ? (sourceTable, target) : (target, sourceTable)
    return zip(link.columns, link.references).map { column, reference in
      "\(dialect.qualified(column, of: from)) = \(dialect.qualified(reference, of: to))"
    }.joined(separator: " AND ")
  }

  private func lookup(_ value: String, _ link: ValueMove.Link) -> String {
    let limit = tables.canShareTarget(move) ? " LIMIT 1" : ""
    return "(SELECT \(value) FROM \(dialect.identifier(sourceTable.name)) WHERE \(isLinked(link))\(limit))"
  }

  /// The values of the target's columns that come from the source.
  func movedValues(_ stops: inout [SQLiteScript.Stop]) -> [Int: Replacement] {
    guard let target, let link = move.link else { return [:] }
    var result: [Int: Replacement] = [:]
    for column in movedColumns {
      let value = target.columnValue(column)
      guard let source = move.oldColumn(of: column) else {
        // A new field of a struct, which isn't there without its values.
        guard value.column.isNullable, let added = value.added, added != "NULL" else { continue }
        let given = inStruct(column, added)
        let moved = given == "NULL" ? given : lookup(given, link)
        result[column] = .value(
          move.kind == .fieldsMoved ? orOther(moved, valueWithoutSource(column, value), link) : moved)
        continue
      }
      let moved = lookup(movedValue(column, source, &stops), link)
      guard tables.canLackSource(move) else {
        result[column] = .value(moved)
        continue
      }
      result[column] = .value(orWithoutSource(moved, column, value, link, target, &stops))
    }
    return result
  }

  /// The columns of the field that became a struct, or those that have values and others of their optional structs.
  private var movedColumns: [Int] {
    let columns = tables.match.new.models[move.targetModel].columns
    if case .modelBecameStruct(let field) = move.kind { return columns.indices.filter { columns[$0].field == field } }
    let fields = Set(move.columns.map { columns[$0.new].field })
    return columns.indices.filter { index in
      move.oldColumn(of: index) != nil
        || fields.contains(columns[index].field) && tables.structPresence(ofColumn: index, of: move) != .always
    }
  }

  /// A value of the rows of the source that have the optional struct that a column is a part of.
  private func inStruct(_ column: Int, _ value: String) -> String {
    switch tables.structPresence(ofColumn: column, of: move) {
    case _ where value == "NULL": value
    case .always: value
    case .column(let presence): "CASE WHEN \(qualified(presence)) IS NOT NULL THEN \(value) END"
    case .never: "NULL"
    }
  }

  /// A value that is moved, or that of a row of the target without one of the source.
  private func orWithoutSource(
    _ moved: String, _ column: Int, _ value: RowValue, _ link: ValueMove.Link, _ target: any MigratedTable,
    _ stops: inout [SQLiteScript.Stop]
  ) -> String {
    var value = value
    // Such a row has none of the fields that the backfill reads.
    if move.kind == .fieldsMoved { value.row = nil }
    if value.backfill?.needsOldValue == true { value.backfill = nil }
    let other =
      move.kind == .fieldsMoved
      ? valueWithoutSource(column, value) : value.backfill.flatMap { value.expression($0, old: nil) }
    if other == nil, move.kind == .fieldsMoved {
      stops.add(target.source, where: "NOT \(hasSource(link))", "nothing gives it '\(value.column.name)'")
    }
    guard let other, other != "NULL" else { return moved }
    if !value.column.isNullable { return "coalesce(\(moved), \(other))" }
    return move.kind == .fieldsMoved ? orOther(moved, other, link) : moved
  }

  /// The condition that a row of the target has one of the source.
  private func hasSource(_ link: ValueMove.Link) -> String {
    "EXISTS (SELECT 1 FROM \(dialect.identifier(sourceTable.name)) WHERE \(isLinked(link)))"
  }

  /// The value of a row of the target without one of the source; `nil` if there is none.
  private func valueWithoutSource(_ column: Int, _ value: RowValue) -> String? {
    tables.hasStructWithoutSource(column, of: move) ? value.added : "NULL"
  }

  private func orOther(_ moved: String, _ other: String?, _ link: ValueMove.Link) -> String {
    guard let other, other != "NULL", tables.canLackSource(move) else { return moved }
    return "CASE WHEN \(hasSource(link)) THEN \(moved) ELSE \(other) END"
  }

  /// A value of the source as the target stores it.
  private func movedValue(_ column: Int, _ source: Int, _ stops: inout [SQLiteScript.Stop]) -> String {
    let match = ColumnMatch(old: source, new: column)
    let compared = tables.comparedColumn(match, of: move)
    var value = RowValue(
      column: targetTable.columns[column], backfill: compared.backfill, row: sourceTable, dialect: dialect,
      losesNulls: compared.losesNulls)
    if case .column(let presence) = compared.presence { value.isInStruct = "\(qualified(presence)) IS NOT NULL" }
    // No row is inserted for a struct that is missing.
    if case .structBecameModel = move.kind, !tables.isOptional(source, of: move.sourceModel) {
      value.column.isNullable = true
    }
    let former = Former(
      qualified(source), tables.old[move.sourceModel].table.columns[source],
      tables.enumMatch(match, of: move.sourceModel, in: move.targetModel), in: sourceTable)
    return value.kept(former, &stops)
  }

  // MARK: Stops

  /// The conditions under which values would be lost.
  var stops: [SQLiteScript.Stop] {
    guard let link = move.link, move.kind == .fieldsMoved else { return [] }
    var stops: [SQLiteScript.Stop] = []
    if tables.canShareTarget(move) {
      var other = sourceTable
      other.name = "igata_other"
      let isShared = link.columns.map { "\(dialect.qualified($0, of: other)) = \(qualified($0))" }
      let differs = move.columns.map { column in
        dialect.nullComparison(
          of: dialect.qualified(column.old, of: other), and: qualified(column.old), areEqual: false)
      }
      stops.add(
        sourceTable,
        where: """
          EXISTS (SELECT 1 FROM \(dialect.identifier(sourceTable.name)) AS "igata_other" \
          WHERE \(isShared.joined(separator: " AND ")) AND (\(differs.joined(separator: " OR "))))
          """,
        "it shares a row of '\(targetTable.model)' with one that has other values")
    }
    if tables.stopsWithoutTarget(move) {
      stops.add(sourceTable, where: losesValues(link), "no row of '\(targetTable.model)' takes its values")
    }
    return stops
  }

  /// The condition that a row of the source has a value, and no row of the target for it.
  private func losesValues(_ link: ValueMove.Link) -> String {
    let isLinkedToNone =
      "NOT EXISTS (SELECT 1 FROM \(dialect.identifier(target?.source.name ?? "")) WHERE \(isLinked(link)))"
    return [isLinkedToNone, hasValue].compactMap(\.self).joined(separator: " AND ")
  }

  /// The condition that a row of the source has a value; `nil` if every one has.
  private var hasValue: String? {
    let columns = move.columns.map(\.old)
    if columns.contains(where: { !sourceTable.columns[$0].isNullable }) { return nil }
    let conditions = columns.map { "\(qualified($0)) IS NOT NULL" }
    return conditions.count == 1 ? conditions[0] : "(\(conditions.joined(separator: " OR ")))"
  }

  // MARK: Inserted rows

  /// The condition that a row is inserted for one of the source; `nil` if one is inserted for each.
  private var isInserted: String? {
    if let link = move.link { return losesValues(link) }
    if let link = move.newLink, link.belongsToSource, let source,
      link.columns.allSatisfy({ !source.new.columns[$0].isNullable && source.columnValue($0).backfill == nil })
    {
      return nil
    }
    return hasValue
  }

  /// The value of a column of an inserted row; `nil` if the database generates it.
  private func insertedValue(_ column: Int, _ stops: inout [SQLiteScript.Stop]) -> String? {
    switch inserted?.values[column] {
    case .moved(let source): movedValue(column, source, &stops)
    case .sourceKey(let column): source?.ownValue(column, &stops)
    case .generatedKey: generatedKey(column)
    case .added:
      inStruct(
        column,
        RowValue(
          column: targetTable.columns[column],
          backfill: tables.comparedColumn(new: column, of: move.targetModel).backfill, row: nil, dialect: dialect
        ).added ?? "NULL")
    case .omitted, .missing, nil: nil
    }
  }

  private func generatedKey(_ column: Int) -> String {
    let type = targetTable.columns[column].type
    guard targetTable.columns[column].defaultValue != .autoincrement else {
      return dialect.number(in: numbers, of: sourceTable)
    }
    var ignored: [SQLiteScript.Stop] = []
    let keys: [(value: String, type: ColumnType)] =
      if let source, source.new.primaryKey.allSatisfy({ source.sources[$0] != nil }) {
        source.new.primaryKey.map { (source.ownValue($0, &ignored), source.new.columns[$0].type) }
      } else {
        sourceTable.primaryKey.map { (qualified($0), sourceTable.columns[$0].type) }
      }
    return dialect.derivedUUID(for: ownerName(of: column), from: keys, type)
  }

  /// The name by which UUIDs are derived: that of the relation, as for wrappers.
  private func ownerName(of column: Int) -> String {
    let new = tables.match.new
    guard let link = move.newLink,
      let holder = link.belongsToSource ? source.map({ model(of: $0) }) : move.targetModel
    else { return targetTable.model }
    let name = "\(new.models[holder].name).\(new.models[holder].fields[link.field].name)"
    return targetTable.primaryKey.contains(column) ? name : "\(name).\(targetTable.columns[column].name)"
  }

  private func model(of table: any MigratedTable) -> Int {
    tables.new.firstIndex { $0.table.name == table.new.name } ?? move.targetModel
  }

  /// The values of the source's columns that refer to the inserted rows.
  func references(_ stops: inout [SQLiteScript.Stop]) -> [Int: Replacement] {
    guard inserted != nil, let link = move.newLink, link.belongsToSource, let source else { return [:] }
    var result: [Int: Replacement] = [:]
    for (column, reference) in zip(link.columns, link.references) {
      guard let value = insertedValue(reference, &stops) else { continue }
      if move.link != nil {
        result[column] = .conditional(isInserted ?? "TRUE", value)
      } else if let isInserted {
        let own = source.columnValue(column)
        let other = own.backfill.flatMap { own.expression($0, old: nil) }
        result[column] = .value("CASE WHEN \(isInserted) THEN \(value)\(other.map { " ELSE \($0)" } ?? "") END")
      } else {
        result[column] = .value(value)
      }
    }
    return result
  }

  /// The statements that number the rows of the source, so that the rows that are inserted for them have these keys.
  ///
  /// - Parameter earlier: The tables with the numbers that the same target got before.
  func numbering(after earlier: [String]) -> [String] {
    guard let column = numberedColumn else { return [] }
    var base: [String] = []
    if let target {
      let table = dialect.identifier(target.source.name)
      if let old = target.sources[column] {
        let greatest = "coalesce((SELECT max(\(dialect.qualified(old, of: target.source))) FROM \(table)), 0)"
        let counter = target.old.generatedKeyColumn.map { _ in dialect.counter(of: old, of: target.source) }
        base.append(counter.map { dialect.greatest(greatest, $0) } ?? greatest)
      } else {
        base.append("(SELECT count(*) FROM \(table))")
      }
    }
    base += earlier.map { "(SELECT count(*) FROM \(dialect.temporarySchema).\"\($0)\")" }
    return dialect.numbering(numbers, of: sourceTable, after: base, where: isInserted)
  }

  /// The key of the inserted rows if the database generates numbers.
  private var numberedColumn: Int? {
    guard let values = inserted?.values else { return nil }
    return values.indices.first {
      values[$0] == .generatedKey && targetTable.columns[$0].defaultValue == .autoincrement
    }
  }

  /// The rows that are inserted; `nil` if none are.
  var filling: FilledTable? {
    guard inserted != nil else { return nil }
    var ignored: [SQLiteScript.Stop] = []
    let values = targetTable.columns.indices.compactMap { column in
      insertedValue(column, &ignored).map { (column, $0) }
    }
    return FilledTable(
      table: targetTable, isNew: target == nil, columns: values,
      from: "\(dialect.identifier(sourceTable.name))\(isInserted.map { "\nWHERE \($0)" } ?? "")")
  }
}
