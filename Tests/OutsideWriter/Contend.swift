import Foundation
import GeneratedModels
import IgataRuntime

/// Changes the same rows as other processes do, in every way that can lose a change. Prints a line for each change once
/// it is committed.
///
/// | line | what was done |
/// |---|---|
/// | `added` | one account's amount was read and written back with one unit more, in a transaction |
/// | `revised` | a versioned row was read, and written back with one more outside of the transaction that read it |
/// | `took N` | a person with the unique email `N` was inserted |
/// | `wrote ID` | an entry was inserted, and its account's comment set to the entry's key, in one transaction |
///
/// - Parameters:
///   - name: What this process calls itself in the rows that it writes.
///   - count: How often it does each.
func contend(on store: Store, name: String, count: Int) async throws {
  guard let account = try await store.fetch(Account.all).first, let row = try await store.fetch(Scalars.all).first
  else { throw StoreError.notFound(model: "Account", key: "any") }
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask { for _ in 0..<count { try await add(to: account.id, store) } }
    tasks.addTask { for _ in 0..<count { try await revise(row.id, store) } }
    tasks.addTask { for number in 0..<count { try await take(number, as: name, store) } }
    tasks.addTask { for _ in 0..<count { try await writeLast(account.id, store) } }
    try await tasks.waitForAll()
  }
}

private func add(to id: Account.ID, _ store: Store) async throws {
  try await store.transaction(attempts: 1000) { store in
    guard var account = try await store.find(Account.self, id: id) else { return }
    try account.initialAmount += 1
    try await store.update(account)
  }
  acknowledge("added\n")
}

private func revise(_ id: Scalars.ID, _ store: Store) async throws {
  while true {
    guard var row = try await store.find(Scalars.self, id: id) else { return }
    row.plain += 1
    do {
      try await store.update(row)
      return acknowledge("revised\n")
    } catch StoreError.staleVersion, StoreError.conflict {
      continue
    }
  }
}

private func take(_ number: Int, as name: String, _ store: Store) async throws {
  do {
    try await store.insert(Person(name: name, email: "\(number)"))
    acknowledge("took \(number)\n")
  } catch StoreError.duplicateKey, StoreError.conflict {}
}

private func writeLast(_ id: Account.ID, _ store: Store) async throws {
  let entry = try await store.transaction(attempts: 1000) { store in
    guard var account = try await store.find(Account.self, id: id) else { return nil as Entry? }
    let entry = try await store.insert(Entry(account: account, amount: 1))
    account.comment = "\(entry.id)"
    try await store.update(account)
    return entry
  }
  if let entry { acknowledge("wrote \(entry.id)\n") }
}
