internal import IgataTables

/// What a transaction changed, as observers receive it.
enum CommittedChanges: Sendable {
  case recorded(RecordedChanges)
  /// It isn't known what was changed, but possibly in which tables.
  case unknown(UnknownChanges, tables: Set<String>?)
}

struct RecordedChanges: Sendable {
  /// The names of the tables in which rows were inserted or updated.
  private(set) var written: Set<String> = []
  /// The names of the tables from which rows were deleted, other than by delete rules.
  private(set) var deletedFrom: Set<String> = []
  /// The names of the tables whose rows SQL may have changed; `nil` if it may have changed any.
  private(set) var executed: Set<String>? = []
  /// The changes by the names of the tables.
  private(set) var rows: [String: any NetChanges] = [:]
  /// The tables whose rows were recorded individually.
  let recordedTables: Set<String>
  /// The scope of the store that made the changes.
  let scope: SessionScope?

  init(_ journal: Journal, recordedTables: Set<String>, in scope: SessionScope?) {
    self.recordedTables = recordedTables
    self.scope = scope
    var records: [String: [any RowRecord]] = [:]
    for entry in journal.entries {
      switch entry {
      case .wrote(let table): written.insert(table.name)
      case .deleted(let table): deletedFrom.insert(table.name)
      case .rows(let record):
        written.insert(record.table.name)
        records[record.table.name, default: []].append(record)
      case .executed(let tables): executed = tables.flatMap { executed?.union($0) }
      case .changed(let model, _): written.insert(model.table.name)
      }
    }
    for (table, records) in records { rows[table] = records.first?.net(with: Array(records.dropFirst())) }
  }

  /// Whether rows of the table may have changed.
  func touches(_ table: ReadTable) -> Bool {
    written.contains(table.name) || !deletedFrom.isDisjoint(with: table.deletedWith)
  }
}
