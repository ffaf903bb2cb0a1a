internal import IgataTables

/// What a transaction changed, as it is told to those who watch.
enum CommittedChanges: Sendable {
  case recorded(RecordedChanges)
  /// What was changed is not known; the tables, where they are.
  case unknown(UnknownChanges, tables: Set<String>?)
}

struct RecordedChanges: Sendable {
  /// The names of the tables into which rows were written.
  private(set) var written: Set<String> = []
  /// The names of those from which rows were deleted, but for delete rules.
  private(set) var deletedFrom: Set<String> = []
  /// By the names of the tables.
  private(set) var rows: [String: any NetChanges] = [:]
  /// The tables whose rows were recorded one by one.
  let recordedTables: Set<String>

  init(_ journal: Journal, recordedTables: Set<String>) {
    self.recordedTables = recordedTables
    var records: [String: [any RowRecord]] = [:]
    for entry in journal.entries {
      switch entry {
      case .wrote(let table): written.insert(table.name)
      case .deleted(let table): deletedFrom.insert(table.name)
      case .rows(let record):
        written.insert(record.table.name)
        records[record.table.name, default: []].append(record)
      }
    }
    for (table, records) in records { rows[table] = records.first?.net(with: Array(records.dropFirst())) }
  }

  /// Whether rows of the table can have changed.
  func touches(_ table: WatchedTable) -> Bool {
    written.contains(table.name) || !deletedFrom.isDisjoint(with: table.deletedWith)
  }
}

/// A table that somebody watches.
struct WatchedTable: Sendable {
  let name: String
  /// The tables whose rows can take along rows of this one when they are deleted, itself included.
  let deletedWith: Set<String>

  init(_ table: TableDescription) {
    name = table.name
    deletedWith = Set(table.tablesAlongRelations.map(\.name))
  }

  /// The table of a list, whose rows go with those of both sides.
  init(_ join: JoinDescription, between owner: TableDescription, and target: TableDescription) {
    name = join.table
    deletedWith = Set([join.table] + (owner.tablesAlongRelations + target.tablesAlongRelations).map(\.name))
  }
}

extension TableDescription {
  /// The table itself and all that its foreign keys lead to, over however many steps.
  package var tablesAlongRelations: [TableDescription] {
    var tables = [self]
    var known: Set<String> = [name]
    var next = 0
    while next < tables.count {
      for relation in tables[next].relations where !relation.columns.isEmpty {
        let target = relation.target().table
        if known.insert(target.name).inserted { tables.append(target) }
      }
      next += 1
    }
    return tables
  }
}
