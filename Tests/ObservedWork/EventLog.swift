public import IgataRuntime
import Synchronization

/// The events of a store, in order.
public final class EventLog: Sendable {
  private let events = Mutex<[StoreEvent]>([])

  public init() {}

  public var observer: StoreObserver { StoreObserver { self.add($0) } }

  public func add(_ event: StoreEvent) { events.withLock { $0.append(event) } }

  public var all: [StoreEvent] { events.withLock { $0 } }

  public func removeAll() { events.withLock { $0 = [] } }
}

/// Statements as they were executed, of which those in a row that write rows one by one count once, as an event of
/// theirs stands for many.
public func withoutRepeatedWrites(_ statements: [String]) -> [String] {
  var kept: [String] = []
  for statement in statements where statement != kept.last || !["INSERT", "UPDATE"].contains(statement.prefix(6)) {
    kept.append(statement)
  }
  return kept
}

/// Everything that an event says, in words of letters, digits and `-`.
public func wordsOf(_ events: [StoreEvent]) -> Set<String> {
  let texts = Set(events.map { "\($0) \($0.attributes.filter { $0.key != "db.query.text" })" })
  var words: Set<String> = []
  for text in texts {
    let parts = text.utf8.split { byte in
      !(UInt8(ascii: "0") ... UInt8(ascii: "9") ~= byte || UInt8(ascii: "A") ... UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "a") ... UInt8(ascii: "z") ~= byte || byte == UInt8(ascii: "-"))
    }
    for part in parts { words.insert(String(decoding: part, as: UTF8.self)) }
  }
  return words
}
