import GeneratedModels
@_spi(Backend) import IgataRuntime
import Testing

/// A relation is compared with `nil` by its own columns, over any number of relations.
@Test func relationsAreComparedWithNil() async throws {
  let store = Store(MemoryBackend())
  try await store.prepare(HouseholdSchema.self)
  let owner = Person(name: "Hanako")
  let parent = Account(name: "parent", owner: owner)
  let child = Account(name: "child", owner: owner, parent: parent)
  try await store.save([parent, child, Account(name: "grandchild", owner: owner, parent: child)])
  let expected: [([String], Query<Account>)] = [
    (["parent"], Account.where { $0.parent == nil }), (["child", "grandchild"], Account.where { $0.parent != nil }),
    (["child", "parent"], Account.where { $0.parent.parent == nil }), ([], Account.where { $0.owner == nil }),
    (["child", "grandchild", "parent"], Account.where { $0.settings == nil }),
  ]
  for (names, query) in expected {
    #expect(try await store.fetch(query.order { $0.name.ascending }).map(\.name) == names, "\(query)")
  }
}
