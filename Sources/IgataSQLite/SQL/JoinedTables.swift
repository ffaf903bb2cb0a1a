#if SQLite || canImport(SQLite3)
internal import IgataRuntime

/// The tables that a query reaches by its paths, each joined once.
struct JoinedTables {
  /// Where a path leads.
  struct Place {
    var alias: String
    var table: TableDescription
    /// Whether a row of the query may have no row here.
    var isMissable: Bool

    /// A column as a query names it.
    func column(_ index: Int) -> String { "\(alias).\(table.columns[index].name.quotedName)" }
  }

  private var places: [RelationPath: Place] = [:]
  /// The `JOIN` clauses, each after those that it builds on.
  private(set) var sql = ""

  var isEmpty: Bool { places.isEmpty }

  mutating func place(of path: RelationPath, from root: TableDescription) throws(StoreError) -> Place {
    var place = Place(alias: "t0", table: root, isMissable: false)
    for count in path.steps.indices.map({ $0 + 1 }) {
      let prefix = RelationPath(Array(path.steps.prefix(count)))
      if let known = places[prefix] {
        place = known
      } else {
        place = try join(path.steps[count - 1], to: place)
        places[prefix] = place
      }
    }
    return place
  }

  private mutating func join(_ step: Int, to owner: Place) throws(StoreError) -> Place {
    guard owner.table.relations.indices.contains(step), !owner.table.relations[step].columns.isEmpty else {
      throw .unsupportedQuery(
        expression: "\(owner.table.model), relation \(step)", reason: "no relation to one row stands there")
    }
    let relation = owner.table.relations[step]
    let target = relation.target().table
    var place = Place(alias: "t\(places.count + 1)", table: target, isMissable: owner.isMissable)
    // A row that a `noAction` relation leads to may be missing until the commit.
    if case .required(_, let rule) = relation.kind, rule != .noAction {} else { place.isMissable = true }
    let matches = zip(target.primaryKey, relation.columns).map { key, column in
      "\(place.column(key)) = \(owner.column(column))"
    }
    let kind = place.isMissable ? "LEFT JOIN" : "JOIN"
    sql += " \(kind) \(target.name.quotedName) AS \(place.alias) ON \(matches.joined(separator: " AND "))"
    return place
  }
}

#endif
