#if SQLite || canImport(SQLite3)
internal import IgataRuntime
internal import Synchronization

/// The tables that the backend was prepared for, so that errors about rows that refer to each other can name models.
final class PreparedTables: Sendable {
  private let tables = Mutex<[String: TableDescription]>([:])

  func add(_ new: [TableDescription]) {
    tables.withLock { tables in
      for table in new { tables[table.name] = table }
    }
  }

  subscript(name: String) -> TableDescription? { tables.withLock { $0[name] } }

  /// Whether deleting a row of the table can delete others in chains of any length. So it is for a table that is not
  /// known, as nothing is known of what leads to it.
  func mayCascadeInCircles(_ table: TableDescription) -> Bool {
    guard self[table.name] != nil else { return true }
    var seen: Set<String> = []
    var path: Set<String> = []
    func findsCircle(_ table: TableDescription) -> Bool {
      if path.contains(table.name) { return true }
      guard seen.insert(table.name).inserted else { return false }
      path.insert(table.name)
      defer { path.remove(table.name) }
      return relations(to: table).contains { $0.relation.deleteRule == .cascade && findsCircle($0.owner) }
    }
    return findsCircle(table)
  }

  /// The relations that lead to a table, in the order of the names of the tables that have them.
  func relations(to table: TableDescription) -> [(owner: TableDescription, relation: RelationDescription)] {
    let all = tables.withLock { $0.values.sorted { $0.name < $1.name } }
    return all.flatMap { owner in
      owner.relations.compactMap { relation in
        guard !relation.columns.isEmpty, relation.target().table.name == table.name else { return nil }
        return (owner, relation)
      }
    }
  }
}

#endif
