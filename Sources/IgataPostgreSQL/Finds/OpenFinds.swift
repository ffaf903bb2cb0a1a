#if PostgreSQL
internal import IgataRuntime
internal import Synchronization

/// The rows that were not asked for yet, where they can be asked for with others.
final class OpenFinds: Sendable {
  private struct Place: Hashable {
    var table: ObjectIdentifier
    /// What keeps a loop keeps no other, nor the pool of threads.
    var loop: ObjectIdentifier?
  }

  private struct State {
    private var all: [Place: GatheredFinds] = [:]
    /// Those that began last, as it is mostly they that the next one joins.
    private var last: (place: Place, finds: GatheredFinds)?

    subscript(place: Place) -> GatheredFinds? {
      if let last, last.place == place { last.finds } else { all[place] }
    }

    mutating func begin(_ finds: GatheredFinds, at place: Place) {
      all[place] = finds
      last = (place, finds)
    }
  }

  private let state = Mutex(State())

  /// Asks for the row that has a key, together with others; nothing where it can't be asked for so.
  func ask(
    _ table: TableDescription, _ key: (inout RowWriter) -> Void, _ backend: PostgreSQLBackend, on loop: LoopThread?
  ) -> GatheredRow? {
    state.withLock { state in
      let place = Place(table: ObjectIdentifier(table), loop: loop.map { ObjectIdentifier($0) })
      let priority = Task.currentPriority
      if let row = state[place]?.add(key, priority) { return row }
      let finds = GatheredFinds(table, priority)
      guard let row = finds.add(key, priority) else { return nil }
      state.begin(finds, at: place)
      finds.ask(backend, on: loop?.loop)
      return row
    }
  }
}

#endif
