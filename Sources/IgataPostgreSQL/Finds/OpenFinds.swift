#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// The rows that were not asked for yet, where they can be asked for with others.
final class OpenFinds: Sendable {
  /// Whose rows are asked for together.
  struct Place: Hashable {
    var table: ObjectIdentifier
    /// What keeps a loop keeps no other, nor the pool of threads.
    var loop: ObjectIdentifier?
  }

  private struct State {
    /// Those that began last, as it is mostly they that the next one joins.
    var last: GatheredFinds?
    var others: [Place: GatheredFinds] = [:]

    subscript(place: Place) -> GatheredFinds? {
      if let last, last.place == place { last } else if others.isEmpty { nil } else { others[place] }
    }

    mutating func begin(_ finds: GatheredFinds) {
      if let last { others[last.place] = last }
      if !others.isEmpty { others[finds.place] = nil }
      last = finds
    }

    mutating func end(_ finds: GatheredFinds) {
      if last === finds { return last = nil }
      if !others.isEmpty, others[finds.place] === finds { others[finds.place] = nil }
    }
  }

  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.last == nil && $0.others.isEmpty } }

  /// Asks for the row that has a key, together with others; nothing where it can't be asked for so.
  func ask(
    _ table: TableDescription, _ key: (inout RowWriter) -> Void, _ backend: PostgreSQLBackend, on loop: LoopThread?
  ) -> GatheredRow? {
    state.withLock { state in
      let place = Place(table: ObjectIdentifier(table), loop: loop.map { ObjectIdentifier($0) })
      let priority = Task.currentPriority
      if let row = state[place]?.add(key, priority) { return row }
      let finds = GatheredFinds(table, at: place, priority)
      guard let row = finds.add(key, priority) else { return nil }
      state.begin(finds)
      finds.ask(backend, on: loop?.loop)
      return row
    }
  }

  /// They are asked for now.
  func end(_ finds: GatheredFinds) { state.withLock { $0.end(finds) } }
}

#endif
