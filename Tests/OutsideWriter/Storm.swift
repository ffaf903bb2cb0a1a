import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime

/// What a transaction that must not be kept ends with.
private struct Withdrawn: Error {}

/// Writes until the process is killed: two lanes at a time, each one transaction after the other. Prints a line
/// `<lane> <number>` for each transaction once it is committed, and nothing else.
///
/// A transaction of a lane saves persons called `<lane>/<number>/<index>/<count>`, some of them in a nested one, and
/// sets the lane's own person, whose key is the lane's, to the number: all of which is there or none. Some are
/// withdrawn and must leave nothing.
func storm(on store: Store, seed: UInt64) async throws {
  try await store.prepare(HouseholdSchema.self)
  try await withThrowingTaskGroup(of: Void.self) { lanes in
    for lane in 0..<2 { lanes.addTask { try await write(lane, on: store, seed: seed) } }
    try await lanes.waitForAll()
  }
}

private func write(_ lane: Int, on store: Store, seed: UInt64) async throws {
  let key = UUID(uuid: (UInt8(lane), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  let last = try await store.find(Person.self, id: key).flatMap { Int($0.name) } ?? 0
  for number in (last + 1)... {
    let mixed = (UInt64(number) &+ seed) &* 0x9E37_79B9_7F4A_7C15 >> 33
    let count = mixed % 10 == 0 ? 150 : Int(mixed % 6) + 1
    if mixed % 7 == 0 { try await withdraw(lane, on: store) }
    try await store.transaction { store in
      let people = (0..<count).map { Person(name: "\(lane)/\(number)/\($0)/\(count)") }
      try await store.save(Array(people.prefix(count / 2)))
      try await store.save(Person(id: key, name: String(number)))
      try await store.transaction { try await $0.insert(Array(people.dropFirst(count / 2))) }
    }
    acknowledge("\(lane) \(number)\n")
  }
}

private func withdraw(_ lane: Int, on store: Store) async throws {
  do {
    try await store.transaction { store in
      try await store.save((0..<20).map { Person(name: "\(lane)/withdrawn/\($0)/20") })
      throw Withdrawn()
    }
  } catch is Withdrawn {}
}

/// One call of the system for each line, so that a line that was written is whole.
func acknowledge(_ line: String) {
  let bytes = Array(line.utf8)
  _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}
