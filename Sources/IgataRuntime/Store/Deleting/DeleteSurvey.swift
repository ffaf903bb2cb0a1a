/// The rows that a deletion deletes or changes through delete rules. They are found before it, as they can't be queried
/// after it.
struct DeleteSurvey {
  /// The rows of one table.
  struct Rows {
    let table: TableDescription
    /// The keys, each followed by the values of the columns that were asked for.
    fileprivate(set) var values: [[StoredValue]] = []
    fileprivate var known: Set<ExactValues> = []

    var keys: [[StoredValue]] { values.map { Array($0.prefix(table.primaryKey.count)) } }

    /// Adds rows, and returns the keys of those that were not known before.
    fileprivate mutating func add(_ rows: [[StoredValue]]) -> [[StoredValue]] {
      let width = table.primaryKey.count
      let new = rows.filter { known.insert(ExactValues($0.prefix(width))).inserted }
      values += new
      return new.map { Array($0.prefix(width)) }
    }
  }

  /// What is wanted to know of a table's rows.
  enum Interest: Equatable {
    case none
    /// The keys of the rows that are deleted, and these columns.
    case deleted(columns: [Int])
    /// The keys of the rows that are deleted, and of those that are changed.
    case all
  }

  private let table: TableDescription
  private let interest: (TableDescription) -> Interest
  /// The tables from whose rows a deletion leads to rows of interest.
  private var leading: Set<String> = []
  private var deletedRows: [String: Rows] = [:]
  private var changedRows: [String: Rows] = [:]

  /// A survey of a deletion from `table`.
  init(_ table: TableDescription, _ interest: @escaping (TableDescription) -> Interest) {
    self.table = table
    self.interest = interest
    leading = Self.leading(from: table, interest)
  }

  /// Whether a deletion from the table can affect a row of interest at all.
  var isNeeded: Bool { !leading.isEmpty }

  /// The rows that are deleted, of the tables that are of interest.
  var deleted: [Rows] {
    deletedRows.values.filter { !$0.values.isEmpty && interest($0.table) != .none }
      .sorted { $0.table.name < $1.table.name }
  }

  /// The rows that still exist but were changed.
  var changed: [Rows] {
    changedRows.values.compactMap { rows in
      let gone = deletedRows[rows.table.name]?.known ?? []
      var rows = rows
      rows.values.removeAll { gone.contains(ExactValues($0)) }
      return rows.values.isEmpty ? nil : rows
    }
  }

  mutating func look(_ query: RowQuery, _ session: any BackendSession) async throws(StoreError) {
    if !isNeeded { return }
    var levels = [(table, try await add(query, session))]
    while let (table, keys) = levels.popLast() {
      if keys.isEmpty { continue }
      for incoming in table.incoming {
        let referenced = try await session.values(referencedBy: incoming.relation, of: table, keys)
        let query = RowQuery(incoming.owner, where: .keyIsIn(columns: incoming.relation.columns, referenced))
        switch incoming.relation.deleteRule {
        case .cascade where leading.contains(incoming.owner.name):
          levels.append((incoming.owner, try await add(query, session)))
        case .nullify:
          guard interest(incoming.owner) == .all else { continue }
          _ = changedRows[incoming.owner.name, default: Rows(table: incoming.owner)].add(try await session.keys(query))
        case .cascade, .restrict, .noAction, .unconstrained, nil: continue
        }
      }
    }
  }

  private mutating func add(
    _ query: RowQuery, _ session: any BackendSession
  ) async throws(StoreError) -> [[StoredValue]] {
    var columns = query.table.primaryKey
    if case .deleted(let others) = interest(query.table) { columns += others }
    return deletedRows[query.table.name, default: Rows(table: query.table)].add(
      try await session.values(of: columns, query))
  }

  private static func leading(
    from table: TableDescription, _ interest: (TableDescription) -> Interest
  ) -> Set<String> {
    // The tables that a deletion reaches, and which of them lead to which.
    var reached = [table]
    var known: Set<String> = [table.name]
    var leading: Set<String> = []
    var sources: [String: [String]] = [:]
    var next = 0
    while next < reached.count {
      let target = reached[next]
      next += 1
      if interest(target) != .none { leading.insert(target.name) }
      for incoming in target.incoming {
        switch incoming.relation.deleteRule {
        case .cascade:
          sources[incoming.owner.name, default: []].append(target.name)
          if known.insert(incoming.owner.name).inserted { reached.append(incoming.owner) }
        case .nullify:
          if interest(incoming.owner) == .all { leading.insert(target.name) }
        case .restrict, .noAction, .unconstrained, nil: continue
        }
      }
    }
    var pending = Array(leading)
    while let name = pending.popLast() { pending += (sources[name] ?? []).filter { leading.insert($0).inserted } }
    return leading
  }
}

extension BackendSession {
  /// The values by which rows with these keys are referred to: the keys, or those of other columns.
  func values(
    referencedBy relation: RelationDescription, of table: TableDescription, _ keys: [[StoredValue]]
  ) async throws(StoreError) -> [[StoredValue]] {
    guard relation.isLinked else { return keys }
    let query = RowQuery(table, keys: keys)
    return try await values(of: relation.referencedColumns, query).filter { !$0.contains(.null) }
  }
}
