@_spi(Backend) internal import IgataRuntime

/// A table of a query, under its alias.
struct JoinedTable {
  var alias: String
  var table: TableDescription
  var dialect: any QueryDialect
  /// Whether a row of the query may have no row of this table.
  var isOptional: Bool
  /// Its columns that are not as `prepare` creates them.
  var adapted: [Int: AdaptedColumn]

  /// A column, as the query refers to it.
  func column(_ index: Int) -> String { "\(alias).\(dialect.identifier(table.columns[index].name))" }

  /// The value of a column as the schema has it. It is null if there is no row.
  func value(_ index: Int) -> String {
    guard let adapted = adapted[index] else { return column(index) }
    let value = adapted.value(of: column(index))
    return isOptional && adapted.readsNullAsList ? "CASE WHEN \(key) IS NOT NULL THEN \(value) END" : value
  }

  /// What is compared and sorted of a column.
  func compared(_ index: Int) -> String {
    guard let adapted = adapted[index], adapted.compared != nil else { return value(index) }
    return adapted.compared(column(index))
  }

  /// What rows are sorted by.
  func sorted(_ index: Int) -> String { adapted[index]?.sorted(column(index)) ?? column(index) }

  /// A column as a reader of rows expects it.
  func selected(_ index: Int) -> String { adapted[index]?.isReadAsStored == true ? column(index) : value(index) }

  /// A column as an operand of arithmetic.
  func calculated(_ index: Int) -> String {
    AdaptedColumn.sql(adapted[index]?.calculated ?? adapted[index]?.value, column(index))
  }

  /// The condition that a column, which is not null, is equal to a value that can be written twice.
  func isEqual(_ index: Int, to value: String) -> String {
    let exact = "\(compared(index)) = \(value)"
    return adapted[index]?.isFound(column(index), by: value, if: exact) ?? exact
  }

  /// A column that is never null in a row.
  var key: String { column(table.primaryKey[0]) }
}

/// The table of a query, or of a condition on related rows, and the tables that its relation paths lead to, each joined
/// once.
struct JoinedTables {
  /// The table where the paths begin.
  let root: JoinedTable
  private var tables: [[Int]: JoinedTable] = [:]
  /// The `JOIN` clauses, each after those that it depends on.
  private(set) var sql = ""

  private let adapted: AdaptedColumns

  init(_ root: JoinedTable, _ adapted: AdaptedColumns) {
    self.root = root
    self.adapted = adapted
  }

  /// Whether nothing is joined.
  var isEmpty: Bool { tables.isEmpty }

  /// The table at the end of a path, which is joined if it was not.
  ///
  /// - Parameter aliasCount: The number of aliases in the whole query.
  mutating func table(along steps: [Int], _ aliasCount: inout Int) throws(StoreError) -> JoinedTable {
    if steps.isEmpty { return root }
    if let known = tables[steps] { return known }
    let owner = try table(along: Array(steps.dropLast()), &aliasCount)
    let joined = try join(steps[steps.count - 1], to: owner, &aliasCount)
    tables[steps] = joined
    return joined
  }

  private mutating func join(
    _ step: Int, to owner: JoinedTable, _ aliasCount: inout Int
  ) throws(StoreError) -> JoinedTable {
    guard owner.table.relations.indices.contains(step), !owner.table.relations[step].columns.isEmpty else {
      throw .unsupportedQuery(
        expression: "\(owner.table.model), relation \(step)", reason: "it is not a relation to one row")
    }
    let relation = owner.table.relations[step]
    let target = relation.targetTable()
    aliasCount += 1
    var joined = JoinedTable(
      alias: "t\(aliasCount)", table: target, dialect: owner.dialect, isOptional: owner.isOptional,
      adapted: adapted[target])
    // The row that a `noAction` relation refers to may be missing until the commit, and that of an unconstrained one
    // for ever.
    if case .required(_, let rule) = relation.kind, rule.keepsTarget {} else { joined.isOptional = true }
    let matches = zip(relation.referencedColumns, relation.columns).map { key, column in
      "\(joined.column(key)) = \(owner.column(column))"
    }
    let kind = joined.isOptional ? "LEFT JOIN" : "JOIN"
    sql += " \(kind) \(owner.dialect.identifier(target.name)) AS \(joined.alias)"
    sql += " ON \(matches.joined(separator: " AND "))"
    return joined
  }
}
