import IgataRuntime

nonisolated func uses() async throws -> String {
  let store = Store(MemoryBackend())
  try await store.prepare(SamplesSchema.self)
  let person = try await store.save(Person(name: "a"))
  let people = try await store.fetch(Person.where { $0.name == "a" })
  return "\(person) \(people) \(person.convert().count) \(try Person(dictionary: ["name": "b"]))"
}
