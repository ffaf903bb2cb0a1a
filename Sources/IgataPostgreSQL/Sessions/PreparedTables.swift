#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL
internal import Synchronization

/// The tables that are known, and the parts of their statements that are always the same.
final class PreparedTables: Sendable {
  private struct State {
    var all: [TableDescription] = []
    var texts: [ObjectIdentifier: TableText] = [:]
    var spreadColumns: [ObjectIdentifier: Int] = [:]
  }

  private let state = Mutex(State())

  /// Every table that a schema was prepared with, so that an error about another than the one in hand is told in the
  /// schema's words.
  var all: [TableDescription] { state.withLock { $0.all } }

  func add(_ tables: [TableDescription]) {
    state.withLock { state in
      for table in tables where !state.all.contains(where: { $0 === table }) { state.all.append(table) }
    }
  }

  /// The column that was found in front of the table's key in the database and is not in the schema's: the one that a
  /// cluster spreads rows by, where the table was made for one. Nothing anywhere else.
  func spreadColumn(of table: TableDescription) -> Int? {
    state.withLock { $0.spreadColumns[ObjectIdentifier(table)] }
  }

  func setSpreadColumn(_ column: Int?, of table: TableDescription) {
    state.withLock { $0.spreadColumns[ObjectIdentifier(table)] = column }
  }

  /// The names of the table and of those whose rows are deleted or changed by delete rules where rows of it go.
  func namesReached(byDeletingFrom table: TableDescription) -> Set<String> {
    let all = all
    var names: Set<String> = [table.name]
    var pending = [table]
    while let target = pending.popLast() {
      for owner in all where !names.contains(owner.name) {
        let rules = owner.relations.filter { !$0.columns.isEmpty && $0.targetTable() === target }.map(\.deleteRule)
        guard rules.contains(.cascade) || rules.contains(.nullify) else { continue }
        names.insert(owner.name)
        if rules.contains(.cascade) { pending.append(owner) }
      }
    }
    return names
  }

  func text(of table: TableDescription) -> TableText {
    state.withLock { state in
      if let known = state.texts[ObjectIdentifier(table)] { return known }
      let text = TableText(table, .postgresql)
      state.texts[ObjectIdentifier(table)] = text
      return text
    }
  }
}

#endif
