import Foundation
import GeneratedModels
import IgataRuntime

/// Saves 10,000 random rows, reads them in several ways, changes and deletes them, and fails at some.
///
/// - Returns: Every value that was stored or asked for.
public func workOnRandomRows(_ store: Store) async throws -> Set<String> {
  var values: Set<String> = []
  func text() -> String {
    let text = "v\(UInt64.random(in: 1 << 60 ... .max))"
    values.insert(text)
    return text
  }
  let people = (0..<10_000).map { _ in Person(name: text(), email: text()) }
  for person in people { values.formUnion([person.id.uuidString, person.id.uuidString.lowercased()]) }
  try await store.insert(Array(people[..<5000]))
  for start in stride(from: 5000, to: 10_000, by: 500) { try await store.save(Array(people[start..<start + 500])) }
  for person in people[..<100] {
    _ = try await store.find(Person.self, id: person.id)
    _ = try await store.fetch(Person.where { $0.name == person.name })
    _ = try? await store.insert(person)
    try await store.execute("UPDATE person SET email = \(text()) WHERE name = \(person.name)")
    try await store.update(Person.where { $0.name == person.name }) { $0.email.set(text()) }
  }
  for try await _ in store.stream(Person.all) {}
  try await store.delete(Person.where { $0.email == people[200].email })
  return values
}
