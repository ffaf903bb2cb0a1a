/// Records what a transaction does. A rollback to a savepoint removes what was recorded after it.
struct Journal: Sendable {
  enum Entry: Sendable {
    case wrote(TableDescription)
    /// Delete rules may have deleted rows of other tables.
    case deleted(TableDescription)
    case rows(any RowRecord)
    /// A statement in SQL may have changed rows of these tables, or of any table if `nil`.
    case executed(Set<String>?)
    /// Some columns of rows were written, or their lists. The rows are read before the commit.
    case changed(any WatchedModel, keys: [[StoredValue]])
  }

  var entries: [Entry] = []
  /// The number of entries at each savepoint.
  private var marks: [Int: Int] = [:]

  mutating func append(_ entry: Entry) {
    // If many saves follow each other, the table is recorded once.
    if marks.values.max() ?? 0 < entries.count, case .wrote(let table)? = entries.last,
      case .wrote(let other) = entry, table === other
    {
      return
    }
    entries.append(entry)
  }

  mutating func mark(_ savepoint: Savepoint) { marks[savepoint.number] = entries.count }

  mutating func rollBack(to savepoint: Savepoint) {
    if let mark = marks[savepoint.number] { entries.removeLast(entries.count - min(mark, entries.count)) }
    forget(savepoint)
  }

  mutating func forget(_ savepoint: Savepoint) { marks = marks.filter { $0.key < savepoint.number } }
}

/// Changes of rows of one model, independent of its type.
protocol RowRecord: Sendable {
  var table: TableDescription { get }
  /// The net changes of these and later records of the same model, each row once.
  func net(with later: [any RowRecord]) -> any NetChanges
}

/// The net changes of a transaction to the rows of one model.
protocol NetChanges: Sendable {}

struct RowRecords<Model: PersistableModel>: RowRecord {
  var changes: [Change<Model>]

  var table: TableDescription { Model.table }

  func net(with later: [any RowRecord]) -> any NetChanges {
    var net = RowHistory<Model>()
    for change in changes { net.add(change) }
    for record in later {
      for change in (record as? RowRecords)?.changes ?? [] { net.add(change) }
    }
    return NetRowChanges(changes: net.changes)
  }
}

struct NetRowChanges<Model: PersistableModel>: NetChanges {
  var changes: [Change<Model>]
}

/// Combines the changes of each row into one.
private struct RowHistory<Model: PersistableModel> {
  private struct Row {
    var wasThere: Bool
    var last: Change<Model>
  }

  private var rows: [Row] = []
  private var indexes: [StoredKey: Int] = [:]

  mutating func add(_ change: Change<Model>) {
    let key = StoredKey(change.id)
    if let index = indexes[key] {
      rows[index].last = change
      return
    }
    indexes[key] = rows.count
    if case .inserted = change {
      rows.append(Row(wasThere: false, last: change))
    } else {
      rows.append(Row(wasThere: true, last: change))
    }
  }

  var changes: [Change<Model>] {
    rows.compactMap { row in
      switch row.last {
      case .inserted(let model), .updated(let model): row.wasThere ? .updated(model) : .inserted(model)
      case .deleted: row.wasThere ? row.last : nil
      }
    }
  }
}
