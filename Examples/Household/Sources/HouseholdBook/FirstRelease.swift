import Foundation
import IgataRuntime

extension Book {
  /// Saves everything as the first release of this program did: the names of people had two fields, and amounts four
  /// decimal places. No model of that version is left, so that this is SQL.
  ///
  /// - Parameter store: A store over a database of version 1.
  package func saveAsFirstRelease(in store: Store) async throws {
    try await store.transaction { store in
      for person in people {
        try await store.execute(
          """
          INSERT INTO person (id, given_name, family_name, email) \
          VALUES (\(try key(person["id"])), \(person["name"] as? String), '', \(person["email"] as? String))
          """)
      }
      for account in accounts {
        let kind = (account["kind"] as? String)?.replacingOccurrences(of: "credit-card", with: "card")
        try await store.execute(
          """
          INSERT INTO accounts (id, title, kind, initial_amount, owner_id) VALUES (\(try key(account["id"])), \
          \(account["name"] as? String), \(kind), \(try units(account["initialAmount"], of: 1000)), \
          \(try key(account["ownerID"])))
          """)
      }
      for entry in entries {
        let date = (entry["at"] as? String).flatMap { try? Date($0, strategy: .iso8601) }
        try await store.execute(
          """
          INSERT INTO entry (id, account_id, amount, note, at) VALUES (\(entry["id"] as? Int), \
          \(try key(entry["accountID"])), \(try units(entry["amount"], of: 10_000)), \(entry["note"] as? String), \(date))
          """)
      }
    }
  }

  private func key(_ value: Any?) throws -> UUID {
    guard let key = (value as? String).flatMap(UUID.init(uuidString:)) else {
      throw NoBook(path: "the book", reason: "it has no key in '\(value ?? "")'")
    }
    return key
  }

  /// An amount as a number of units.
  private func units(_ value: Any?, of scale: Int) throws -> Int {
    guard let amount = (value as? String).flatMap({ Decimal(string: $0) }) else {
      throw NoBook(path: "the book", reason: "it has no amount in '\(value ?? "")'")
    }
    return NSDecimalNumber(decimal: amount * Decimal(scale)).intValue
  }
}
