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
