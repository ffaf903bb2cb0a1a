#if PostgreSQL
internal import IgataRuntime
internal import Synchronization

/// The tables that are known, and the parts of their statements that are always the same.
final class PreparedTables: Sendable {
  private struct State {
    var all: [TableDescription] = []
    var texts: [ObjectIdentifier: TableText] = [:]
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

  func text(of table: TableDescription) -> TableText {
    state.withLock { state in
      if let known = state.texts[ObjectIdentifier(table)] { return known }
      let text = TableText(table)
      state.texts[ObjectIdentifier(table)] = text
      return text
    }
  }
}

#endif
