#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// The tables that the backend was prepared for, so that errors about rows that refer to each other can name models.
final class PreparedTables: Sendable {
  typealias Incoming = (owner: TableDescription, relation: RelationDescription)

  fileprivate struct State {
    var tables: [String: TableDescription] = [:]
    /// The relations that lead to each table, in the order of the names of the tables that have them.
    var incoming: [String: [Incoming]] = [:]
    /// The tables from which delete rules lead in circles.
    var circular: Set<String> = []
  }

  private let state = Mutex(State())

  func add(_ new: [TableDescription]) {
    state.withLock { state in
      for table in new { state.tables[table.name] = table }
      state.incoming = [:]
      for owner in state.tables.values.sorted(by: { $0.name < $1.name }) {
        for relation in owner.relations where !relation.columns.isEmpty {
          state.incoming[relation.targetTable().name, default: []].append((owner, relation))
        }
      }
      state.circular = state.tables.keys.reduce(into: []) { circular, name in
        if state.findsCircle(from: name) { circular.insert(name) }
      }
    }
  }

  /// The table that SQLite has under a name, in which letters may be of another case than in the schema.
  subscript(name: String) -> TableDescription? {
    let key = TableDefinition.key(name)
    return state.withLock { $0.tables[name] ?? $0.tables.values.first { TableDefinition.key($0.name) == key } }
  }

  func relations(to table: TableDescription) -> [Incoming] { state.withLock { $0.incoming[table.name] ?? [] } }

  /// Whether deleting a row of the table can delete others in chains of any length. So it is for a table that is not
  /// known, as nothing is known of what leads to it.
  func mayCascadeInCircles(_ table: TableDescription) -> Bool {
    state.withLock { $0.tables[table.name] == nil || $0.circular.contains(table.name) }
  }
}

extension PreparedTables.State {
  /// Follows the relations that cascade, against their direction, depth first and without recursion.
  fileprivate func findsCircle(from name: String) -> Bool {
    var finished: Set<String> = []
    var path: Set<String> = []
    var pending: [(name: String, isLeft: Bool)] = [(name, false)]
    while let (name, isLeft) = pending.popLast() {
      if isLeft {
        path.remove(name)
        finished.insert(name)
        continue
      }
      if path.contains(name) { return true }
      if finished.contains(name) { continue }
      path.insert(name)
      pending.append((name, true))
      for (owner, relation) in incoming[name] ?? [] where relation.deleteRule == .cascade {
        pending.append((owner.name, false))
      }
    }
    return false
  }
}

#endif
