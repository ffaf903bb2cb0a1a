import IgataSchema
import IgataTables

/// How a column becomes what the new schema says.
enum PostgreSQLColumn {
  /// The values stay.
  case kept
  /// Some rows get another value of the same type.
  case updated(value: String, where: String)
  /// Each value becomes one of another type; `nil` for a conversion that the server does by itself.
  case retyped(value: String?)
  /// Values that can depend on everything in the old schema, so that they are computed in a new column before anything
  /// changes.
  case computed(value: PostgreSQLValue)
  /// A new column; `nil` for null.
  case added(value: String?)
}

/// What fills a column of computed values.
enum PostgreSQLValue {
  case expression(String)
  /// What the table's ``PostgreSQLColumns/moved`` has.
  case moved
  /// The number of the row in the order of some old columns, among the rows that are equal in others.
  case number(among: [Int], orderedBy: [Int], from: Int)
  /// The new key of the row that a foreign key leads to: the index of the table, the new column, the names of the old
  /// columns by which the row is found, and the value if there is no such row.
  case key(table: Int, column: Int, by: [(own: String, target: String)], or: String?)
}

/// What becomes of the columns of a table.
struct PostgreSQLColumns: MigratedTable {
  let pair: TablePair
  /// The old table, under the name that a query has it by.
  var source: Table
  let dialect = PostgreSQLDialect()
  /// How each new column is made.
  private(set) var changes: [PostgreSQLColumn] = []
  /// The values that come from other tables, after the other values are computed.
  private(set) var moved: [Int: String] = [:]
  private var columnStops: [Int: PostgreSQLScript.Stop] = [:]
  /// The fields whose values a function of the program computes, or SQL that is missing for this dialect.
  private(set) var unplanned: [String] = []
  /// The names of the new columns before columns are renamed; `nil` for those that are added after that.
  private(set) var names: [String?] = []

  init(_ pair: TablePair) {
    self.pair = pair
    source = pair.old
    for index in pair.new.columns.indices {
      changes.append(pair.sources[index].map { kept(index, of: $0) } ?? addedInStruct(index))
    }
    nameColumns()
  }

  private mutating func nameColumns() {
    names = []
    var taken = Set(pair.old.columns.map { PostgreSQLDialect.keptName($0.name) })
    for index in pair.new.columns.indices {
      switch changes[index] {
      case .added: names.append(nil)
      case .kept, .updated, .retyped: names.append(pair.sources[index].map { pair.old.columns[$0].name })
      case .computed:
        let name = pair.new.columns[index].name
        let isFree = taken.insert(PostgreSQLDialect.keptName(name)).inserted
        names.append(isFree ? name : "igata_new_\(index + 1)")
      }
    }
  }

  /// What becomes of an old column; `nil` if it is dropped.
  private func change(ofOld column: Int) -> PostgreSQLColumn? { sources.firstIndex(of: column).map { changes[$0] } }

  /// The old columns that stay.
  var keptColumns: Set<Int> {
    Set(
      old.columns.indices.filter {
        switch change(ofOld: $0) {
        case .kept, .updated, .retyped: true
        case .computed, .added, nil: false
        }
      })
  }

  /// The old columns whose values don't all stay as they are.
  var changedColumns: Set<Int> {
    Set(old.columns.indices.filter { if case .kept = change(ofOld: $0) { false } else { true } })
  }

  /// The old columns whose types change, or that are dropped.
  var replacedColumns: Set<Int> {
    changedColumns.filter { if case .updated = change(ofOld: $0) { false } else { true } }
  }

  /// The column as it is named before columns are renamed, after those that others read are computed.
  func ownValue(_ index: Int, _ stops: inout [SQLiteScript.Stop]) -> String { computedValue(index) }

  private func computedValue(_ index: Int) -> String {
    names[index].map { "\(dialect.identifier(source.name)).\(dialect.identifier($0))" } ?? "NULL"
  }

  func isConverted(_ column: Int) -> Bool { if case .kept = changes[column] { true } else { false } }

  private func backfill(_ index: Int) -> Backfill? { pair.compared(index)?.backfill }

  var stops: [PostgreSQLScript.Stop] { columnStops.sorted { $0.key < $1.key }.map(\.value) }

  private mutating func stop(_ index: Int, _ condition: String, _ reason: String) {
    let key = pair.old.names(pair.old.primaryKey)
    columnStops[index] = .init(table: pair.old.name, key: key, condition: condition, reason: reason)
  }

  /// Stops where an expression gives no value, and the optional struct is there that the column is a part of.
  private mutating func requireMember(_ index: Int, _ value: String) {
    guard let condition = pair.lacksMember(index, value, qualified) else { return }
    stop(index, condition, "the backfill of '\(pair.new.columns[index].name)' gives no value")
  }

  /// Makes a column get the new key of the row that it refers to.
  ///
  /// - Parameters:
  ///   - table: The index of the other table.
  ///   - key: Its new column.
  ///   - columns: The names of the old columns by which the row is found.
  ///   - isPartial: Whether the column can have a value although another one of the foreign key has none.
  mutating func follow(
    _ index: Int, _ table: Int, _ key: Int, by columns: [(own: String, target: String)], isPartial: Bool
  ) {
    let isFilled = !pair.new.columns[index].isNullable && backfill(index) != nil
    let other = isPartial || isFilled ? plainValue(index) : nil
    changes[index] = .computed(value: .key(table: table, column: key, by: columns, or: other))
    columnStops[index] = nil
    if let source = pair.sources[index], backfill(index)?.kind == Backfill.Kind.none {
      stop(index, "\(qualified(source)) IS NULL", "the value of '\(pair.new.columns[index].name)' doesn't fit")
    }
    nameColumns()
  }

  /// The value of a column by the row itself; `nil` for none.
  private func plainValue(_ index: Int) -> String? {
    switch changes[index] {
    case .kept: pair.sources[index].map(qualified)
    case .updated(let value, _), .computed(.expression(let value)): value
    case .retyped(let value): value ?? pair.sources[index].map(qualified)
    case .added(let value): value
    case .computed: nil
    }
  }

  /// Makes a column get values from other tables.
  mutating func replace(_ index: Int, with replacement: Replacement) {
    switch replacement {
    case .value(let value):
      changes[index] = .computed(value: .moved)
      columnStops[index] = nil
      moved[index] = value
    case .conditional(let condition, let value):
      compute(index)
      let own = computedValue(index)
      if case .kept = changes[index] { changes[index] = .computed(value: .moved) }
      moved[index] = "CASE WHEN \(condition) THEN \(value) ELSE \(own) END"
    }
    nameColumns()
  }

  /// Makes a new column be there before anything changes, so that what refers to rows can follow.
  mutating func compute(_ index: Int) {
    let value: String?
    switch changes[index] {
    case .kept, .computed: return
    case .updated(let updated, _): value = updated
    case .retyped(let converted): value = converted ?? pair.sources[index].map(qualified)
    case .added(let added): value = added
    }
    changes[index] = .computed(value: .expression(value ?? "NULL"))
    nameColumns()
  }

  // MARK: New columns

  /// A new column, which is null where the optional struct doesn't exist that it is a part of.
  private mutating func addedInStruct(_ index: Int) -> PostgreSQLColumn {
    let change = added(index)
    let value: String
    switch change {
    case .added(let added?): value = added
    case .computed(.expression(let expression)): value = expression
    default: return change
    }
    let inStruct = pair.valueInStruct(index, value, qualified)
    requireMember(index, inStruct)
    if inStruct == value { return change }
    return inStruct == "NULL" ? .added(value: nil) : .computed(value: .expression(inStruct))
  }

  private mutating func added(_ index: Int) -> PostgreSQLColumn {
    let column = pair.new.columns[index]
    if let backfill = backfill(index) {
      guard backfill.kind != Backfill.Kind.none else {
        stop(
          index, pair.isInStruct(index, qualified) ?? "true",
          "there is a row, and nothing gives it '\(column.name)'")
        return .added(value: nil)
      }
      let value = expression(backfill, index, old: nil)
      return backfill.isInSQL ? .computed(value: .expression(value ?? "NULL")) : .added(value: value)
    }
    switch column.defaultValue {
    case .value(let literal): return .added(value: dialect.literal(literal, of: column.type))
    case .uuid, .uuid7:
      if pair.new.primaryKey.contains(index) { return .computed(value: .expression(derivedKey(index))) }
      let isRandom = column.defaultValue == .uuid
      return .added(value: isRandom ? dialect.newUUID(column.type) : dialect.newUUID7(column.type))
    case .now: return .added(value: dialect.defaultValue(of: column))
    case .autoincrement: return .computed(value: .number(among: [], orderedBy: pair.old.primaryKey, from: 1))
    // A default in SQL is for rows to come.
    case .sql, .construct, .cuid, .ulid, .computed, nil: break
    }
    guard pair.new.positionColumn == index, pair.old.relations.count == 2 else { return .added(value: nil) }
    let (owner, target) = (pair.old.relations[0].kind.columns, pair.old.relations[1].kind.columns)
    return .computed(value: .number(among: owner, orderedBy: target, from: 0))
  }

  /// The value that a backfill gives; `nil` for `none`, and for what depends on the old value alone.
  private mutating func expression(_ backfill: Backfill, _ index: Int, old: String?) -> String? {
    guard backfill.hasPostgreSQL else {
      unplanned.append(pair.columns[index].path)
      return "NULL"
    }
    return columnValue(index).expression(backfill, old: old)
  }

  // MARK: Kept columns

  private mutating func kept(_ index: Int, of source: Int) -> PostgreSQLColumn {
    let (before, after) = (pair.old.columns[source], pair.new.columns[index])
    let backfill = backfill(index)
    let conversion = dialect.conversion(
      of: Former(qualified(source), before, pair.enums[index], in: pair.old), to: after, backfill?.kind,
      isRejected: false)
    let losesNulls = pair.compared(index)?.losesNulls ?? false
    let mayBeNull = after.isNullable && !losesNulls
    let isInStruct = losesNulls ? pair.isInStruct(index, qualified) : nil
    let misfit = conversion.misfit(isNullable: before.isNullable, mayBeNull: mayBeNull).map { misfit in
      isInStruct.map { "\($0) AND (\(misfit))" } ?? misfit
    }
    let replacement = misfit == nil ? nil : backfill.flatMap { expression($0, index, old: qualified(source)) }
    if replacement == nil, let misfit { stop(index, misfit, "the value of '\(after.name)' doesn't fit") }
    let fitting = conversion.fitting(or: replacement, isNullable: before.isNullable, mayBeNull: mayBeNull)
    let value = isInStruct.map { "CASE WHEN \($0) THEN \(fitting) END" } ?? fitting
    if replacement != nil { requireMember(index, value) }
    // Where each row gets a value of its own, what refers to the row has to follow it.
    if replacement != nil, let backfill, backfill.isInSQL || backfill.isOwn {
      return .computed(value: .expression(value))
    }
    if dialect.typeName(ofColumn: source, in: pair.old) != dialect.typeName(ofColumn: index, in: pair.new) {
      return .retyped(value: value == conversion.source ? nil : value)
    }
    if value == conversion.source { return .kept }
    let isConverted = conversion.value != conversion.source
    let condition = isConverted ? "\(value) IS DISTINCT FROM \(conversion.source)" : misfit ?? "true"
    return .updated(value: value, where: condition)
  }
}

extension Backfill {
  /// Whether a script for PostgreSQL can compute the value.
  var hasPostgreSQL: Bool {
    switch kind {
    case .sql(_, nil), .swift: false
    case .value, .sql, .rounded, .truncated, .clamped, .none: true
    }
  }

  /// Whether an expression of the schema gives the value, which can read other rows and tables.
  fileprivate var isInSQL: Bool { if case .sql = kind { true } else { false } }
}

/// What becomes of the columns of tables. Foreign keys follow the keys that are computed anew, and the rows to which
/// they refer by other columns than before.
func followedColumns(of pairs: [TablePair], in tables: MatchedTables) -> [PostgreSQLColumns] {
  var columns = pairs.map { PostgreSQLColumns($0) }
  for (index, pair) in pairs.enumerated() {
    for reference in tables.rekeyedReferences(of: pair) {
      guard let target = pairs.firstIndex(where: { $0.old.name == reference.target }) else { continue }
      let names = zip(pair.old.names(reference.columns), pairs[target].old.names(reference.references))
      for (column, key) in reference.added {
        columns[target].compute(key)
        columns[index].follow(column, target, key, by: names.map { (own: $0, target: $1) }, isPartial: false)
      }
    }
  }
  for key in pairs.replacedKeys { columns[key.table].compute(key.column) }
  let changed = columns.enumerated().flatMap { index, columns in
    columns.changes.indices.filter { if case .computed = columns.changes[$0] { true } else { false } }.map {
      KeyColumn(table: index, column: $0)
    }
  }
  for key in pairs.followedKeys(of: Set(changed)) {
    let names = zip(pairs[key.table].old.names(key.columns), pairs[key.target].old.names(key.references))
    let isPartial = key.columns.contains { $0 != key.source && pairs[key.table].old.columns[$0].isNullable }
    columns[key.table].follow(
      key.column, key.target, key.key, by: names.map { (own: $0, target: $1) }, isPartial: isPartial)
  }
  return columns
}
