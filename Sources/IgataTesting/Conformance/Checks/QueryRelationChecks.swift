internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// Conditions on related rows, and the equivalent closures in Swift.
extension Check {
  static let relatedQueries: [Check] = [
    Check("conditions on ordered lists") { bench in
      let book = try await bench.makeBook()
      try await bench.expect(book, "labels.contains", { $0.labels.contains { $0.name == "a" } }) {
        $0.labels.contains { $0.name == "a" }
      }
      try await bench.expect(book, "labels.contains, by a column that is no key") {
        $0.labels.contains { $0.color == "red" && $0.name != "a" }
      } _: {
        $0.labels.contains { $0.color == "red" && $0.name != "a" }
      }
      try await bench.expect(book, "labels.isEmpty", { $0.labels.isEmpty }) { $0.labels.isEmpty }
      try await bench.expect(book, "not labels.isEmpty", { !$0.labels.isEmpty }) { !$0.labels.isEmpty }
      try await bench.expect(book, "labels.allSatisfy", { $0.labels.allSatisfy { $0.color == "red" } }) {
        $0.labels.allSatisfy { $0.color == "red" }
      }
      try await bench.expect(book, "labels.count", { $0.labels.count >= 2 }) { $0.labels.count >= 2 }
      try await bench.expect(book, "labels.count(where:)", { $0.labels.count { $0.color == "red" } == 2 }) {
        $0.labels.filter { $0.color == "red" }.count == 2
      }
      try await bench.expect(book, "parent.labels, where there may be no parent", { $0.parent.labels.isEmpty }) {
        book.parent(of: $0)?.labels.isEmpty ?? true
      }
      let ordered = try await bench.store.fetch(
        Account.all.order { [$0.labels.count.descending, $0.name.ascending] })
      let expected = book.accounts.sorted { ($1.labels.count, $0.name) < ($0.labels.count, $1.name) }
      bench.expect(ordered.map(\.name), expected.map(\.name), "ordered by how many labels there are")
    },
    Check("conditions on inverse relations") { bench in
      let book = try await bench.makeBook()
      try await bench.expect(book, "children.contains", { $0.children.contains { $0.balance > 1 } }) {
        book.children(of: $0).contains { $0.balance > 1 }
      }
      try await bench.expect(book, "children.isEmpty", { $0.children.isEmpty }) { book.children(of: $0).isEmpty }
      try await bench.expect(book, "children.allSatisfy", { $0.children.allSatisfy { $0.balance > 1 } }) {
        book.children(of: $0).allSatisfy { $0.balance > 1 }
      }
      try await bench.expect(book, "children of children") {
        $0.children.contains { $0.children.contains { $0.name.hasPrefix("n") } }
      } _: {
        book.children(of: $0).contains { book.children(of: $0).contains { $0.name.hasPrefix("n") } }
      }
      try await bench.expect(book, "labels of children") {
        $0.children.contains { !$0.labels.contains { $0.name == "a" } }
      } _: {
        book.children(of: $0).contains { !$0.labels.contains { $0.name == "a" } }
      }
      try await bench.expect(book, "the row around", { row in row.children.contains { $0.balance > row.balance } }) {
        row in book.children(of: row).contains { $0.balance > row.balance }
      }
      try await bench.expect(book, "both rows around") { row in
        row.children.contains { child in
          child.labels.contains { $0.name == row.name || $0.color == child.name || $0.name == child.owner.name }
        }
      } _: { row in
        book.children(of: row).contains { child in
          child.labels.contains { $0.name == row.name || $0.color == child.name || $0.name == child.owner.name }
        }
      }
      try await bench.expect(book, "a list of the row around, from inside another list of it") { row in
        row.labels.contains { label in row.children.contains { $0.name > label.name } }
      } _: { row in
        row.labels.contains { label in book.children(of: row).contains { $0.name > label.name } }
      }
      try await bench.expect(book, "a list within itself") { row in
        row.children.contains { left in
          row.children.contains { right in left.balance == right.balance && left.id != right.id }
        }
      } _: { row in
        book.children(of: row).contains { left in
          book.children(of: row).contains { left.balance == $0.balance && left.id != $0.id }
        }
      }
      try await bench.expect(book, "owner.accounts.count", { $0.owner.accounts.count > 2 }) { row in
        book.accounts.filter { $0.ownerID == row.ownerID }.count > 2
      }
      let owners = try await bench.store.fetch(Person.where { $0.accounts.contains { $0.balance < 0 } })
      let rich = Set(book.accounts.filter { $0.balance < 0 }.map(\.ownerID))
      bench.expect(Set(owners.map(\.id)), rich, "the other way round")
    },
    Check("relations compared with models") { bench in
      let book = try await bench.makeBook()
      for person in Set(book.accounts.map(\.owner)) {
        try await bench.expect(book, "owner ==", { $0.owner == person }) { $0.ownerID == person.id }
        try await bench.expect(book, "owner !=", { $0.owner != person && $0.balance > 0 }) {
          $0.ownerID != person.id && $0.balance > 0
        }
        try await bench.expect(book, "parent.owner ==", { $0.parent.owner == person }) {
          book.parent(of: $0)?.ownerID == person.id
        }
        try await bench.expect(book, "parent.owner !=", { $0.parent.owner != person }) {
          book.parent(of: $0)?.ownerID != person.id
        }
      }
      try await bench.expect(book, "owner == nil", { $0.parent.owner == Person?.none }) { book.parent(of: $0) == nil }
      try await bench.expect(book, "owner != nil", { $0.parent.owner != Person?.none }) { book.parent(of: $0) != nil }
      let seat = Seat(row: 4, number: 2)
      try await bench.store.save([Ticket(seat: seat, holder: "x"), Ticket(seat: Seat(row: 4, number: 3)), Ticket()])
      let others = try await bench.store.fetch(Ticket.where { $0.seat != seat })
      bench.expect(
        try await bench.store.fetch(Ticket.where { $0.seat == seat }).map(\.holder), ["x"], "by a key of two columns")
      bench.expect(others.count, 2, "other rows by a key of two columns")
    },
    Check("queries of inverse relations") { bench in
      let book = try await bench.makeBook()
      let store = bench.store
      for owner in Set(book.accounts.map(\.owner)) {
        let own = book.accounts.filter { $0.ownerID == owner.id }
        let found = try await store.fetch(owner.accounts.order { $0.name.ascending })
        bench.expect(found.map(\.name), own.map(\.name).sorted(), "the accounts of \(owner.name)")
        bench.expect(
          try await store.sum(owner.accounts.where { $0.balance > 0 }) { $0.balance },
          Currency(storedInteger: own.filter { $0.balance > 0 }.reduce(0) { $0 + $1.balance.storedInteger }),
          "the sum of the accounts of \(owner.name)")
      }
      bench.expect(try await store.count(Person(name: "nobody").accounts), 0, "the accounts of one that is not there")
      let seat = Seat(row: 4, number: 2)
      try await store.save([
        Ticket(seat: seat, holder: "x"), Ticket(seat: Seat(row: 4, number: 3), holder: "y"), Ticket(),
      ])
      bench.expect(try await store.fetch(seat.tickets).map(\.holder), ["x"], "by a key of two columns")
      bench.expect(
        try await store.fetch(Seat.where { $0.tickets.contains { $0.holder == "y" } }).map(\.number), [3],
        "a condition by a key of two columns")
    },
    Check("deleting by related rows") { bench in
      let book = try await bench.makeBook()
      let childless = book.accounts.filter { book.children(of: $0).isEmpty }
      let left = book.accounts.map(\.name).filter { name in !childless.contains { $0.name == name } }
      bench.expect(
        try await bench.store.delete(Account.where { $0.children.isEmpty }), childless.count, "deleted rows")
      bench.expect(
        try await bench.store.fetch(Account.all.order { $0.name.ascending }).map(\.name), left.sorted(),
        "what is left: those that had children before")
    },
  ]
}

/// Some accounts with relations of every kind.
private struct Book {
  var accounts: [Account]

  func parent(of account: Account) -> Account? { accounts.first { $0.id == account.parentID } }

  func children(of account: Account) -> [Account] { accounts.filter { $0.parentID == account.id } }
}

extension Bench {
  fileprivate func makeBook() async throws -> Book {
    var generator = SeededGenerator(seed: seed)
    let owners = ["Taro", "Hanako", "a"].map { Person(name: $0) }
    let labels = [Label(name: "a", color: "red"), Label(name: "b", color: "red"), Label(name: "Taro", color: "n1")]
    var accounts: [Account] = []
    for number in 0..<24 {
      let own = Array(labels.shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator)))
      let parent = Bool.random(using: &generator) ? accounts.randomElement(using: &generator) : nil
      accounts.append(
        Account(
          name: number == 7 ? "Taro" : "n\(number)", owner: owners[number % 3], parent: parent, labels: own,
          balance: Currency(storedInteger: Int64.random(in: -3...3, using: &generator) * 1000)))
    }
    try await store.save(accounts)
    return Book(accounts: accounts)
  }

  /// Reports a failure if a condition selects other accounts than Swift does.
  fileprivate func expect(
    _ book: Book, _ what: String, _ condition: (Account.Columns) -> Condition, _ holds: (Account) -> Bool
  ) async throws {
    let found = try await store.fetch(Account.where(condition).order { $0.name.ascending }).map(\.name)
    let expected = book.accounts.filter(holds).map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    expect(found, expected, "\(what) (seed \(seed))")
    expect(try await store.count(Account.where(condition)), expected.count, "how many: \(what) (seed \(seed))")
  }
}
