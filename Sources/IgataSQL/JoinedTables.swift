@_spi(Backend) internal import IgataRuntime

/// A row that a query or the condition of related rows is about, and the tables that it reaches from there by its
/// paths, each joined once.
struct JoinedTables {
  /// Where a path leads.
  struct Place {
    var alias: String
    var table: TableDescription
    var dialect: any QueryDialect
    /// Whether a row of the query may have no row here.
    var isMissable: Bool

    /// A column as a query names it.
    func column(_ index: Int) -> String { "\(alias).\(dialect.quoted(table.columns[index].name))" }
  }

  /// Where the paths begin.
  let root: Place
  private var places: [[Int]: Place] = [:]
  /// The `JOIN` clauses, each after those that it builds on.
  private(set) var sql = ""

  init(_ table: TableDescription, alias: String, _ dialect: any QueryDialect) {
    root = Place(alias: alias, table: table, dialect: dialect, isMissable: false)
  }

  var isEmpty: Bool { places.isEmpty }

  /// The place that a path leads to. `aliasCount` counts the names that the whole query has given to tables.
  mutating func place(of steps: [Int], _ aliasCount: inout Int) throws(StoreError) -> Place {
    if steps.isEmpty { return root }
    if let known = places[steps] { return known }
    let owner = try place(of: Array(steps.dropLast()), &aliasCount)
    let place = try join(steps[steps.count - 1], to: owner, &aliasCount)
    places[steps] = place
    return place
  }

  private mutating func join(_ step: Int, to owner: Place, _ aliasCount: inout Int) throws(StoreError) -> Place {
    guard owner.table.relations.indices.contains(step), !owner.table.relations[step].columns.isEmpty else {
      throw .unsupportedQuery(
        expression: "\(owner.table.model), relation \(step)", reason: "no relation to one row stands there")
    }
    let relation = owner.table.relations[step]
    let target = relation.targetTable()
    aliasCount += 1
    var place = Place(
      alias: "t\(aliasCount)", table: target, dialect: owner.dialect, isMissable: owner.isMissable)
    // A row that a `noAction` relation leads to may be missing until the commit.
    if case .required(_, let rule) = relation.kind, rule != .noAction {} else { place.isMissable = true }
    let matches = zip(target.primaryKey, relation.columns).map { key, column in
      "\(place.column(key)) = \(owner.column(column))"
    }
    let kind = place.isMissable ? "LEFT JOIN" : "JOIN"
    sql += " \(kind) \(owner.dialect.quoted(target.name)) AS \(place.alias) ON \(matches.joined(separator: " AND "))"
    return place
  }
}
