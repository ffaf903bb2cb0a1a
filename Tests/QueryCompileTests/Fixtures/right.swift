// Conditions that type-check. Nothing of this is run.

import Foundation
import GeneratedModels
import IgataRuntime

let start = Date()
let keys: [UUID] = []

let one = Account.where { $0.kind == .cash }

let six = Account.where {
  $0.kind == .cash && $0.initialAmount > 0 && $0.name != "x"
    && $0.owner.name.hasPrefix("T") && !$0.askedForDelete.isIn([true]) && $0.parentID == nil
}

let twelve = Account.where {
  $0.kind == .cash
    && $0.initialAmount > 0
    && $0.name != "x"
    && $0.owner.name == "Taro"
    && $0.askedForDelete == false
    && ($0.parentID == nil || $0.parent.name == $0.name)
    && $0.settings.warnBelow >= 1000
    && $0.settings.monthStartsOn.isIn(1...28)
    && $0.id.isIn(keys)
    && !$0.comment.contains("%")
    && $0.owner.email != nil
    && $0.initialAmount * 2 + 5 - $0.settings.warnBelow <= 10 * $0.initialAmount
}

let twelveOnOneLine = Entry.where { $0.amount > 1 && $0.amount < 100 && $0.note == nil && $0.id > 5 && $0.id < 9 && $0.at >= start && $0.account.kind == .bank && $0.account.owner.name == "x" && $0.note != "y" && $0.amount - 5 > 1 && -$0.amount < 3 && $0.accountID.isIn(keys) }

let begunWithout = Account.where { .always && (keys.isEmpty ? .never : .not($0.name == "x")) || $0.parentID == nil }

let related = Account.where { account in
  account.tags.contains { $0.name == "food" }
    && !account.entries.isEmpty
    && account.entries.allSatisfy { $0.amount > 0 && $0.note != nil }
    && account.entries.count > 3
    && account.entries.count { $0.amount > account.initialAmount } < 5
    && account.owner.accounts.contains { $0.kind == .cash && $0.name.lowercasedASCII == "x" }
}

let scalars = Scalars.where {
  $0.small < 5
    && $0.medium.isIn(..<9)
    && $0.large - 1 > 4
    && $0.plain * 2 == 8
    && $0.single > 0.5
    && $0.double * 0.5 < 2
    && $0.exact >= 1.25
    && $0.money == 1
    && $0.stars.rawValue + 1 <= 4
    && $0.level == .high
    && $0.state.isIn([.open, .closed])
    && $0.email.hasSuffix("org")
}

let values = Scalars.where {
  $0.at.isIn(start..<Date())
    && $0.bytes == Data([1])
    && $0.link == nil
    && $0.numbers == [1, 2]
    && $0.words != ["a"]
    && $0.home.city == "Kyoto"
    && $0.home.postcode.isNil
    && $0.small.asInt64 < $0.large
    && $0.level.rawValue.isIn([1, 5])
    && $0.text == $0.block
    && $0.secret.optional == nil
    && $0.flag == true
}

let computedFromRelated = Account.where { account in
  account.entries.sum { $0.amount } > 100
    && account.entries.min { $0.at } >= start
    && account.entries.max { $0.amount * 2 - account.initialAmount } != nil
    && account.entries.average { $0.amount } < 5
    && account.entries.sum { $0.amount } where: { $0.note != nil } == 3
    && account.tags.max { $0.name } != "x"
}

let partsOfDates = Entry.where {
  $0.at.year == 2026
    && $0.at.month.isIn(1...3)
    && $0.at.day < 5
    && $0.at.hour >= 1
    && $0.at.minute != 2
    && $0.at.second == 3
    && $0.at.weekday <= 4
    && $0.at.startOfDay == start
    && $0.at.startOfMonth < start
    && $0.at.year * 12 + $0.at.month > 1
    && $0.account.name == "x"
    && $0.note == nil
}

let insideJSON = Scalars.where {
  $0.json["customer"]["age"].int64 > 3
    && $0.json["tags"][0].string == "new"
    && $0.json["a"].double * 2 < 5
    && $0.json["a"].decimal >= 1.5
    && $0.json[0].bool == true
    && $0.json["b"] == nil
    && $0.json["b"] != .null
    && $0.json["c"].string.hasPrefix("x")
    && $0.json["c"].string.isIn(["x", "y"])
    && $0.json["d"][1][2].int64.isIn(1...5)
    && !($0.json["e"].int64 == 5)
    && $0.json.int64 != nil
}

let bool = Account.where { $0.askedForDelete }
let notBool = Account.where { !$0.askedForDelete }
let bools = Account.where { $0.askedForDelete && $0.name == "x" || $0.name != "y" && !$0.askedForDelete && $0.askedForDelete }
let boolOfRelated = Entry.where { $0.account.askedForDelete && !$0.account.parent.askedForDelete }
let boolsInside = Person.where { $0.accounts.contains { $0.askedForDelete } && $0.accounts.allSatisfy { !$0.askedForDelete } }
let condition = Account.where { account in
  let isGone = account.askedForDelete
  return isGone && account.name == "x"
}
let noRelation = Account.where { $0.parent == nil && $0.parent.parent != nil && !$0.settings.isNil }

let orderedByOne = Account.all.order { $0.name.ascending }
let orderedByTuple = Account.all.order { ($0.kind.ascending, ($0.initialAmount * 2 - 5).descending) }
let orderedByLines = Account.all.order {
  $0.kind.ascending
  $0.name.descending
}
let ordered = Account.all.order { [$0.owner.name.descending, ($0.initialAmount * 2).ascending] }
let grouped = Entry.where { $0.amount > 0 }.grouped { $0.account.kind }

func updates(_ store: IgataRuntime.Store, _ isCleared: Bool) async throws {
  let count = try await store.update(Entry.where { $0.account.kind == .cash }) { $0.amount.set($0.amount * 2); $0.note.set(nil) }
  try await store.update(Account.where { $0.kind == .cash }.limit(count)) {
    $0.kind.set(.bank)
    $0.initialAmount.set(-$0.initialAmount * 2 + 5 - $0.settings.warnBelow)
    $0.name.set($0.owner.name)
    if isCleared { $0.parentID.set(nil) } else { $0.parentID.set($0.id) }
    for comment in ["x"] { $0.comment.set(comment) }
    $0.ownerID.set(keys[0])
    $0.askedForDelete.set(true)
  }
  try await store.update(Scalars.all) {
    $0.small.set($0.small * 2 - 1)
    $0.medium.set(5)
    $0.large.set(9 - $0.large * 2)
    $0.plain.set($0.plain + 1)
    $0.single.set(0.5)
    $0.double.set($0.double * 0.5 + 0.25)
    $0.exact.set($0.exact + 1.25)
    $0.money.set(1)
    $0.level.set(.high)
    $0.state.set(.open)
    $0.at.set(start)
    $0.bytes.set(Data([1]))
    $0.link.set(nil)
    $0.numbers.set([1, 2])
    $0.words.set(["a"])
    $0.home.city.set("Kyoto")
    $0.flag.set(false)
    $0.text.set($0.block.lowercasedASCII)
  }
}

func sql(_ store: IgataRuntime.Store, _ text: String, _ note: String?) async throws -> Int? {
  let condition: SQL = "name = \(text) OR kind IN \(values: [AccountKind.cash]) OR comment = \(note)"
  let accounts = try await store.fetch(Account.self, sql: "SELECT * FROM \(Account.self) WHERE \(condition)")
  let names = try await store.select(sql: "SELECT \(identifier: text) FROM accounts", as: String.self).map(\.count)
  let rows = try await store.select(sql: "SELECT id, comment FROM accounts", as: (UUID, String?).self)
  for (id, comment) in rows { print(id, comment ?? "", accounts, names) }
  return try await store.select(sql: "SELECT count(*) FROM accounts", as: Int.self).first
}

func relatedRows(_ store: IgataRuntime.Store) async throws {
  let latest = try await store.fetch(Account.where { $0.kind == .cash }) {
    $0.entries.where { $0.amount > 0 && $0.note != nil }.order { $0.at.descending }.limit(3)
  }
  for (account, entries) in latest { print(account.name, entries.map(\.amount)) }
  let several = try await store.fetch(Person.all) {
    $0.accounts.where { !$0.askedForDelete }.with { ($0.entries.limit(1), $0.tags) }
  }
  print(several.map { $0.1.map { $0.1.0.count + $0.1.1.count } })
  let page = try await store.page(Account.all, size: 10) { ($0.id, $0.owner.name, $0.entries.count) }
  print(page.items.map { $0.1.count + $0.2 })
  for try await (id, name) in store.stream(Account.all, { ($0.id, $0.name) }) { print(id, name) }
  print(try await store.select(Account.all) { $0.name }.map(\.count))
  print(try await store.load(latest.map { $0.0 }) { $0.parent.owner }.count)
}

func relatedModels(_ person: Person, _ parent: Account?, _ name: String?) {
  _ = Account.where {
    $0.owner == person && $0.kind == .cash && ($0.parent == nil || $0.parent != parent)
      && $0.name.optional == name && $0.initialAmount > 3.50 && $0.settings.warnBelow * 2 <= 10.25
  }
}

func money(_ count: Int) throws -> [Currency] {
  let price: Currency = 3.50
  var total: Currency = -0.001
  try total += price * count
  total = try total + 1.5 - 2
  return [price, try Currency(count), try Currency(Decimal(count)), 19.99, Currency(1.5), try 2 * price]
}

@MainActor func relatedRowsOfAView(store: Store) async throws {
  let names = ["a"]
  _ = try await store.fetch(Account.all, with: { $0.entries.where { $0.note.isIn(names) }.limit(3) })
  _ = try await store.fetch(Account.all) { ($0.entries, $0.tags) }
  let page = try await store.page(Account.all, size: 2, with: { $0.entries })
  _ = try await store.load(page.items.map(\.0)) { $0.parent }
  _ = try await store.load(page.items.map(\.0), with: { $0.entries })
  _ = try await store.explain(Account.all, with: { $0.entries })
}
