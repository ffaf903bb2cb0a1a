import Foundation
import IgataRuntime

/// A household book as JSON: dictionaries with the fields' names, as from any data source.
package struct Book {
  let people: [[String: Any]]
  let accounts: [[String: Any]]
  let entries: [[String: Any]]

  /// The number of entries.
  package var entryCount: Int { entries.count }

  package init(path: String) throws {
    let json: Any
    do {
      json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw NoBook(path: path, reason: error.localizedDescription)
    }
    guard let book = json as? [String: [[String: Any]]] else {
      throw NoBook(path: path, reason: "it is no object with lists of people, accounts and entries")
    }
    people = book["people"] ?? []
    accounts = book["accounts"] ?? []
    entries = book["entries"] ?? []
  }

  /// Saves everything, or nothing.
  package func save(in store: Store) async throws {
    try await store.transaction { store in
      try await store.save(people, as: Person.self)
      try await store.save(accounts, as: Account.self)
      try await store.save(entries, as: Entry.self)
    }
  }
}

/// Why a file isn't a household book.
package struct NoBook: Error, CustomStringConvertible {
  let path: String
  let reason: String

  package var description: String { "'\(path)' is no book: \(reason)" }
}

extension Store {
  /// The balance of an account: its initial amount and all entries.
  package func balance(of account: Account) async throws -> Currency {
    let entries = Entry.where { $0.accountID == account.id }
    return try account.initialAmount + (try await sum(entries) { $0.amount })
  }
}
