import Foundation
import GeneratedModels
import IgataRuntime
import TestSupport

/// Rows with relations of each kind.
struct HouseholdTerms: Sendable {
  let persons: [Person]
  let accounts: [Account]
  let entries: [Entry]
  private let tags: [Tag]
  private let accountsOf: [UUID: [Account]]
  private let entriesOf: [UUID: [Entry]]

  init(_ random: inout SplitMix64) {
    let isFar = random.chance(15)
    func amount(_ random: inout SplitMix64) -> Currency {
      Currency(
        storedInteger: random.element(isFar && random.chance(20) ? [.min, .max] : [-2500, -1000, -1, 0, 1, 1000]))
    }
    let tags = Pool.texts.prefix(8).map { Tag(name: $0) }
    let persons = (0..<5).map { number in
      let name = random.element(Pool.texts)
      return Person(
        id: Pool.id(&random), name: name.isEmpty ? "nobody" : name, email: random.chance(50) ? "\(number)@x" : nil)
    }
    var accounts: [Account] = []
    for number in 0..<(4 + random.below(10)) {
      let parent = accounts.isEmpty || random.chance(40) ? nil : random.element(accounts)
      let key = Pool.id(&random)
      let settings = random.chance(50)
        ? Settings(id: Pool.id(&random), monthStartsOn: Int16(1 + random.below(3)), warnBelow: amount(&random)) : nil
      accounts.append(
        Account(
          id: key, name: random.element(Pool.texts) + "\(number)", kind: random.element(AccountKind.allCases),
          initialAmount: amount(&random), owner: random.element(persons.dropLast().map(\.self)), parent: parent,
          settings: settings, tags: Array(tags.shuffled(using: &random).prefix(random.below(4))),
          comment: random.element(Pool.texts), askedForDelete: random.chance(30)))
    }
    let entries = (0..<random.below(50)).map { number in
      Entry(
        id: Int64(number + 1), account: random.element(accounts.dropLast().map(\.self)), amount: amount(&random),
        note: random.chance(60) ? random.element(Pool.texts) : nil, at: Pool.date(random.element(Pool.instants)))
    }
    self.tags = tags
    (self.persons, self.accounts, self.entries) = (persons, accounts, entries)
    accountsOf = Dictionary(grouping: accounts, by: \.owner.id)
    entriesOf = Dictionary(grouping: entries, by: \.account.id)
  }

  // MARK: Terms of an account, wherever a path leads to one

  /// Columns behind a path to an account; the path may lead nowhere.
  private func account<Columns, Row: Sendable>(
    _ name: String, _ random: inout SplitMix64,
    _ columns: @escaping @Sendable (Columns) -> ToOne<Account>, _ row: @escaping @Sendable (Row) -> Account?
  ) -> any TermOf<Columns, Row> {
    func value<T: Storable>(
      _ member: String, _ samples: [T], as arithmetic: Arithmetic? = nil,
      _ column: @escaping @Sendable (ToOne<Account>) -> Column<T>, _ value: @escaping @Sendable (Account) -> T
    ) -> Term<Columns, Row, T?> {
      Term("\(name).\(member).optional", samples.map(Optional.some) + [nil], as: arithmetic) {
        column(columns($0)).optional
      } plain: {
        row($0).map { Plain(value($0)) } ?? .null
      }
    }
    switch random.below(8) {
    case 0: return value("name", Pool.texts.map { $0 + "0" }, { $0.name }, { $0.name })
    case 1: return value("kind", AccountKind.allCases, { $0.kind }, { $0.kind })
    case 2:
      let amount = value("initialAmount", [0, -1], as: .integers(scale: 3), { $0.initialAmount }) { $0.initialAmount }
      return amount.calculated(amount, factors: [2, -1], &random)
    case 3: return value("owner.name", Pool.texts, { $0.owner.name }, { $0.owner.name })
    case 4: return value("settings.warnBelow", [0, 1], as: .integers(scale: 3), { $0.settings.warnBelow }) {
      $0.settings.warnBelow
    }
    case 5: return value("settings.monthStartsOn", [1, 2], as: .integers(scale: 0), { $0.settings.monthStartsOn }) {
      $0.settings.monthStartsOn
    }
    case 6: return value("askedForDelete", [true, false], { $0.askedForDelete }, { $0.askedForDelete })
    default: return value("comment", Pool.texts, { $0.comment }, { $0.comment }).lowercased
    }
  }

  private func lists<Columns, Row: Sendable>(
    _ name: String, _ random: inout SplitMix64,
    _ relation: @escaping @Sendable (Columns) -> RelatedColumns<Entry>, _ rows: @escaping @Sendable (Row) -> [Entry]
  ) -> any TermOf<Columns, Row> {
    let test = random.chance(50) ? entryTest(&random, isDeep: false) : nil
    return amount(&random).related(
      name, random.element(Aggregation.allCases), .currencies, where: test, relation, rows)
  }

  /// Whether there are such related rows.
  private func exists<Columns, Row: Sendable, Target: PersistableModel>(
    _ name: String, _ random: inout SplitMix64, _ test: Test<Target.Columns, Target>,
    _ relation: @escaping @Sendable (Columns) -> RelatedColumns<Target>, _ rows: @escaping @Sendable (Row) -> [Target]
  ) -> Test<Columns, Row> {
    switch random.below(4) {
    case 0: return Test("\(name).isEmpty", { relation($0).isEmpty }) { rows($0).isEmpty }
    case 1: return Test("\(name).allSatisfy { \(test.text) }", { relation($0).allSatisfy { test.condition($0) } }) {
      try rows($0).map { try test.holds($0) }.allSatisfy(\.self)
    }
    default: return Test("\(name).contains { \(test.text) }", { relation($0).contains { test.condition($0) } }) {
      try rows($0).map { try test.holds($0) }.contains(true)
    }
    }
  }

  // MARK: Entries

  private func amount(_ random: inout SplitMix64) -> Term<Entry.Columns, Entry, Currency> {
    let amount = Term<Entry.Columns, Entry, Currency>(
      "$0.amount", [0, 1, -1, Currency(storedInteger: -2500)], as: .integers(scale: 3), { $0.amount },
      plain: { Plain($0.amount) })
    return amount.calculated(amount, factors: [2, -3], &random)
  }

  /// A value that a subquery computes.
  private var entryCount: Term<Account.Columns, Account, Int> {
    let entriesOf = entriesOf
    return Term(
      "$0.entries.count", [0, 1, 5], as: .integers(scale: 0), { $0.entries.count },
      plain: { .integer(entriesOf[$0.id]?.count ?? 0) })
  }

  private var note: Term<Entry.Columns, Entry, String?> {
    Term("$0.note", Pool.texts.map(Optional.some) + [nil], { $0.note }, plain: { Plain($0.note) })
  }

  private var at: Term<Entry.Columns, Entry, Date> {
    Term("$0.at", Pool.instants.map { Pool.date($0) }, { $0.at }, plain: { Plain($0.at) })
  }

  func entryTerm(_ random: inout SplitMix64) -> any TermOf<Entry.Columns, Entry> {
    let entriesOf = entriesOf
    switch random.below(11) {
    case 0, 1: return amount(&random)
    case 2: return random.chance(50) ? note : note.lowercased
    case 3: return random.chance(50) ? at : at.startOfMonth
    case 4: return at.part(random.element(UTCDate.Part.allCases), [0, 1, 12, 1970])
    case 5, 6: return account("$0.account", &random, { $0.account }, { $0.account })
    case 7: return account("$0.account.parent", &random, { $0.account.parent }, { $0.account.parent })
    case 8: return account("$0.account.parent.parent", &random, { $0.account.parent.parent }) {
      $0.account.parent?.parent
    }
    case 9: return lists("$0.account.entries", &random, { $0.account.entries }, { entriesOf[$0.account.id] ?? [] })
    default: return lists("$0.account.parent.entries", &random, { $0.account.parent.entries }) {
      $0.account.parent.flatMap { entriesOf[$0.id] } ?? []
    }
    }
  }

  func entryTest(_ random: inout SplitMix64, isDeep: Bool = true) -> Test<Entry.Columns, Entry> {
    switch random.below(isDeep ? 10 : 4) {
    case 0: return note.search(&random)
    case 1: return amount(&random).test(beside: amount(&random), &random)
    case 2: return amount(&random).test(&random)
    case 3: return at.test(&random)
    case 4: return Test("$0.account.parent == nil", { $0.account.parent == nil }, { $0.account.parent == nil })
    case 5:
      let test = tagTest(&random)
      return exists("$0.account.tags", &random, test, { $0.account.tags }, { $0.account.tags })
    case 6:
      let (test, accountsOf) = (accountTest(&random, isDeep: false), accountsOf)
      return exists("$0.account.owner.accounts", &random, test, { $0.account.owner.accounts }) {
        accountsOf[$0.account.owner.id] ?? []
      }
    case 7:
      let test = tagTest(&random)
      return exists("$0.account.parent.tags", &random, test, { $0.account.parent.tags }) {
        $0.account.parent?.tags ?? []
      }
    default:
      let term = entryTerm(&random)
      return term.test(&random)
    }
  }

  private func tagTest(_ random: inout SplitMix64) -> Test<Tag.Columns, Tag> {
    let name = Term<Tag.Columns, Tag, String>("$0.name", Pool.texts, { $0.name }, plain: { Plain($0.name) })
    return random.chance(50) ? name.search(&random) : name.test(&random)
  }

  // MARK: Accounts

  private var initialAmount: Term<Account.Columns, Account, Currency> {
    Term("$0.initialAmount", [0, 1, -1], as: .integers(scale: 3), { $0.initialAmount }) { Plain($0.initialAmount) }
  }

  func accountTerm(_ random: inout SplitMix64) -> any TermOf<Account.Columns, Account> {
    let entriesOf = entriesOf
    switch random.below(9) {
    case 0: return Term<_, _, String>("$0.name", accounts.map(\.name), { $0.name }, plain: { Plain($0.name) })
    case 1: return Term<_, _, AccountKind>("$0.kind", AccountKind.allCases, { $0.kind }, plain: { Plain($0.kind) })
    case 2:
      return initialAmount.calculated(initialAmount, factors: [2, -1], &random)
    case 3: return Term<_, _, String>("$0.owner.name", persons.map(\.name), { $0.owner.name }) { Plain($0.owner.name) }
    case 4: return Term<_, _, String?>("$0.owner.email", persons.map(\.email), { $0.owner.email }) {
      Plain($0.owner.email)
    }
    case 5: return account("$0.parent", &random, { $0.parent }, { $0.parent })
    case 6: return Term<_, _, UUID?>("$0.parentID", accounts.map(\.parentID), { $0.parentID }) { Plain($0.parent?.id) }
    case 7: return lists("$0.entries", &random, { $0.entries }, { entriesOf[$0.id] ?? [] })
    default: return lists("$0.parent.entries", &random, { $0.parent.entries }) {
      $0.parent.flatMap { entriesOf[$0.id] } ?? []
    }
    }
  }

  func accountTest(_ random: inout SplitMix64, isDeep: Bool = true) -> Test<Account.Columns, Account> {
    let (entriesOf, accountsOf) = (entriesOf, accountsOf)
    switch random.below(isDeep ? 8 : 2) {
    case 0: return Test("$0.askedForDelete", { $0.askedForDelete == true }, { $0.askedForDelete })
    case 1: return Test("$0.parent != nil", { $0.parent != nil }, { $0.parent != nil })
    case 2:
      let test = tagTest(&random)
      return exists("$0.tags", &random, test, { $0.tags }, { $0.tags })
    case 3:
      let test = entryTest(&random, isDeep: false)
      return exists("$0.entries", &random, test, { $0.entries }, { entriesOf[$0.id] ?? [] })
    case 4:
      // The inner condition refers to the outer row.
      return Test("$0.entries.contains { $0.amount > outer.initialAmount }") { account in
        account.entries.contains { $0.amount > account.initialAmount }
      } _: { account in
        entriesOf[account.id]?.contains { $0.amount.storedInteger > account.initialAmount.storedInteger } ?? false
      }
    case 5:
      // Two to-many relations inside each other.
      let test = entryTest(&random, isDeep: false)
      return Test("$0.owner.accounts.contains { $0.entries.contains { \(test.text) } }") {
        $0.owner.accounts.contains { $0.entries.contains { test.condition($0) } }
      } _: { account in
        let all = (accountsOf[account.owner.id] ?? []).flatMap { entriesOf[$0.id] ?? [] }
        return try all.map { try test.holds($0) }.contains(true)
      }
    default:
      let term = accountTerm(&random)
      return term.test(&random)
    }
  }

  func accountGroupTerm(_ random: inout SplitMix64) -> any TermOf<GroupColumns<Account>, [Account]> {
    let aggregation = random.element(Aggregation.allCases)
    return random.chance(50)
      ? initialAmount.inGroup(aggregation, .currencies) : entryCount.inGroup(aggregation, .counts)
  }

  func entryGroupTerm(_ random: inout SplitMix64) -> any TermOf<GroupColumns<Entry>, [Entry]> {
    amount(&random).inGroup(random.element(Aggregation.allCases), .currencies)
  }

  func entryAggregates(_ random: inout SplitMix64) -> Question<Entry> {
    let key = entryTerm(&random)
    if random.chance(50) { return amount(&random).aggregates() }
    let aggregation = random.element(Aggregation.allCases)
    return grouped(amount(&random), key, aggregation)
  }

  private func grouped(
    _ value: Term<Entry.Columns, Entry, Currency>, _ key: some TermOf<Entry.Columns, Entry>, _ aggregation: Aggregation
  ) -> Question<Entry> {
    value.aggregates(by: key, aggregation)
  }

  // MARK: Related fetches

  /// Rows fetched with each account.
  func fetchedWithAccounts(_ random: inout SplitMix64) -> Question<Account> {
    let entries = Parts.random(&random, entryTerm) { entryTest(&$0) }
    let tags = Parts<Tag.Columns, Tag>.random(&random, nil) { tagTest(&$0) }
    return fetched(entries, tags)
  }

  private func fetched(
    _ entryParts: Parts<Entry.Columns, Entry>, _ tagParts: Parts<Tag.Columns, Tag>
  ) -> Question<Account> {
    let entriesOf = entriesOf
    return Question(
      text: "with { ($0.entries\(entryParts.text("where")), $0.tags\(tagParts.text("where"))) }, parent included"
    ) { accounts in
      try accounts.map { account in
        let entries = try entryParts.selected(entriesOf[account.id] ?? []) { [Plain($0.id)] }
        let tags = try tagParts.selected(account.tags) { _ in [] }
        return [
          Plain(account.id), Plain(account.parent?.name), .list(entries.map { Plain($0.id) }),
          .list(tags.map { Plain($0.name) }),
        ]
      }
    } ask: { store, query in
      let found = try await store.fetch(query.including { $0.parent }) {
        (entryParts.applied(to: $0.entries), tagParts.applied(to: $0.tags))
      }
      return found.map { account, related in
        [
          Plain(account.id), Plain(account.parent?.name), .list(related.0.map { Plain($0.id) }),
          .list(related.1.map { Plain($0.name) }),
        ]
      }
    } smaller: {
      entryParts.smaller.map { fetched($0, tagParts) } + tagParts.smaller.map { fetched(entryParts, $0) }
    }
  }

  /// Rows fetched with rows that are fetched with persons.
  func fetchedWithPersons(_ random: inout SplitMix64) -> Question<Person> {
    let accounts = Parts.random(&random, accountTerm) { accountTest(&$0) }
    return fetched(accounts, Parts.random(&random, entryTerm) { entryTest(&$0) })
  }

  private func fetched(
    _ accountParts: Parts<Account.Columns, Account>, _ entryParts: Parts<Entry.Columns, Entry>
  ) -> Question<Person> {
    let (accountsOf, entriesOf) = (accountsOf, entriesOf)
    let text = "with { $0.accounts\(accountParts.text("where")).with { $0.entries\(entryParts.text("where")) } }"
    return Question(text: text) { persons in
      try persons.map { person in
        let accounts = try accountParts.selected(accountsOf[person.id] ?? []) { [Plain($0.id)] }
        return [Plain(person.id)] + (try accounts.map { account in
          let entries = try entryParts.selected(entriesOf[account.id] ?? []) { [Plain($0.id)] }
          return .list([Plain(account.id), Plain(account.owner.name)] + entries.map { Plain($0.id) })
        })
      }
    } ask: { store, query in
      let found = try await store.fetch(query) {
        accountParts.applied(to: $0.accounts).with { entryParts.applied(to: $0.entries) }
      }
      return found.map { person, accounts in
        [Plain(person.id)] + accounts.map { account, entries in
          .list([Plain(account.id), Plain(account.owner.name)] + entries.map { Plain($0.id) })
        }
      }
    } smaller: {
      accountParts.smaller.map { fetched($0, entryParts) } + entryParts.smaller.map { fetched(accountParts, $0) }
    }
  }

  func personTerm(_ random: inout SplitMix64) -> any TermOf<Person.Columns, Person> {
    let accountsOf = accountsOf
    switch random.below(4) {
    case 0: return Term<_, _, String>("$0.name", persons.map(\.name), { $0.name }, plain: { Plain($0.name) })
    case 1: return Term<_, _, String?>("$0.email", persons.map(\.email), { $0.email }, plain: { Plain($0.email) })
    case 2:
      let test = random.chance(50) ? accountTest(&random) : nil
      return initialAmount.related(
        "$0.accounts", random.element(Aggregation.allCases), .currencies, where: test,
        { (columns: Person.Columns) in columns.accounts }, { (person: Person) in accountsOf[person.id] ?? [] })
    default:
      // A sum of counts.
      return entryCount.related(
        "$0.accounts", random.element([.count, .sum, .max, .average]), .counts, where: nil,
        { (columns: Person.Columns) in columns.accounts }, { (person: Person) in accountsOf[person.id] ?? [] })
    }
  }
}
