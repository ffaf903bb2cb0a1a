import GeneratedModels
public import IgataRuntime
import TestSupport

/// Random operations of every kind, among them some that fail, and the values that they store.
public struct ObservedWork {
  /// Texts and numbers that appear nowhere but in rows.
  public private(set) var values: [String] = []

  private let store: Store
  private var random: SplitMix64
  private var accounts: [Account] = []
  private var owners: [Person] = []

  public init(on store: Store, seed: UInt64) {
    self.store = store
    random = SplitMix64(seed: seed)
  }

  private mutating func text(_ name: String) -> String {
    values.append("\(name)-\(values.count)-quux")
    return values[values.count - 1]
  }

  private mutating func amount() -> Currency {
    let amount = Currency(storedInteger: 7_000_000_000_000 + Int64(random.below(1_000_000_000)))
    values.append("\(amount.storedInteger)")
    return amount
  }

  private mutating func account() -> Account {
    let owner = random.element(owners)
    return Account(name: text("account"), initialAmount: amount(), owner: owner, comment: text("comment"))
  }

  private struct Undone: Error {}

  /// Runs `count` operations.
  public mutating func run(_ count: Int) async throws {
    owners = try await store.insert((0..<10).map { _ in Person(name: text("owner"), email: text("mail")) })
    accounts = try await store.save((0..<10).map { _ in account() })
    for _ in 0..<count {
      try await runOne()
      guard let id = accounts.last?.id.uuidString else { continue }
      let digits = id.filter { $0 != "-" }
      values += [id, id.lowercased(), digits, digits.lowercased()]
    }
  }

  private mutating func runOne() async throws {
    let index = random.below(accounts.count)
    let (known, name) = (accounts[index], accounts[index].name)
    switch random.below(17) {
    case 0: owners.append(try await store.insert(Person(name: text("owner"))))
    case 1: accounts.append(try await store.save(account()))
    case 2:
      let comment = text("comment")
      try await store.save([known].map { account in
        var account = account
        account.comment = comment
        return account
      })
      accounts[index] = try await store.find(Account.self, id: known.id) ?? known
    case 3: _ = try await store.find(Person.self, id: random.element(owners).id)
    case 4: _ = try await store.fetch(Account.where { $0.name == name && $0.owner.name != "x" })
    case 5: _ = try await store.count(Account.where { $0.comment.contains("quux") })
    case 6: _ = try await store.sum(Account.all) { $0.initialAmount }
    case 7:
      let amount = amount()
      try await store.update(Account.where { $0.name == name }) { $0.initialAmount.set(amount) }
      accounts[index] = try await store.find(Account.self, id: known.id) ?? known
    case 8:
      guard accounts.count > 5 else { return }
      try await store.delete(Account.where { $0.name == name })
      accounts.remove(at: index)
    case 9: _ = try await store.select(Account.where { $0.name <= name }.limit(5)) { ($0.name, $0.owner.name) }
    case 10: _ = try await store.select(sql: "SELECT name FROM person WHERE name = \(name)", as: String.self)
    case 11: _ = try await store.execute("UPDATE accounts SET comment = \(text("comment")) WHERE name = \(name)")
    case 12: _ = try await store.page(Account.all.order { $0.name.ascending }, size: 3)
    case 13:
      // A key that is there already.
      _ = try? await store.insert(known)
    case 14:
      let new = [account(), account()]
      try await store.transaction { store in
        try await store.insert(new[0])
        _ = try? await store.transaction { store in
          try await store.insert(new[1])
          throw Undone()
        }
        _ = try await store.count(Account.all)
      }
      accounts.append(new[0])
    case 15:
      let new = account()
      _ = try? await store.transaction { store in
        try await store.insert(new)
        throw Undone()
      }
    default:
      let names = [text("tag"), text("tag")]
      try await store.insert(names.map { Tag(name: $0) })
    }
  }
}
