import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataTesting
import TestSupport
import Testing

/// Nothing that `print`, `dump`, a debugger or a log shows has a value of a `@sensitive` field.
@Suite struct SensitiveTextTests {
  private static let secret = "hunter2"

  private static var scalars: Scalars {
    var scalars = Scalars(words: ["w"], home: Address(city: "c"))
    scalars.secret = secret
    return scalars
  }

  private static var conditions: [Condition] {
    let query = Scalars.where {
      $0.secret == secret || $0.secret != secret || $0.secret < secret || $0.secret.isIn([secret, nil])
        || $0.secret.contains(secret) || $0.secret.hasPrefix(secret) || !($0.secret == secret && $0.flag == true)
    }
    return [query.condition].compactMap(\.self)
  }

  /// The error for SQL that can't be run.
  private static var refusal: StoreError? {
    get async {
      do throws(StoreError) {
        try await Store(MemoryBackend()).execute("DELETE FROM person WHERE name = \(secret)")
        return nil
      } catch {
        return error
      }
    }
  }

  private static var shown: [(String, Any)] {
    let query = Scalars.where { _ in conditions[0] }.order { $0.secret.ascending }.limit(3)
    let operation = BackendOperation.write
    return [
      ("a model", scalars), ("models", [scalars]), ("a query", query), ("its rows", query.rowQuery),
      ("a condition", conditions[0]), ("its kind", conditions[0].kind), ("a group", query.grouped { $0.secret }),
      ("a key", RowQuery(Scalars.table, where: .keyIsIn(columns: [0], [[.text(secret)]])).condition as Any),
      ("related rows", RelatedRows(RelationPath(), 0, where: conditions[0])),
      ("an ordering", Ordering(.value(.text(secret)))), ("an expression", QueryExpression.value(.text(secret))),
      ("an optional", Optional(query) as Any), ("a dictionary", ["query": query]),
      ("SQL", "SELECT \(secret), \(values: [secret])" as SQL), ("an operation", operation),
    ]
  }

  @Test func valuesAreLeftOut() async throws {
    for (name, value) in Self.shown { expectNoSecret(value, name) }
    expectNoSecret(try #require(await Self.refusal), "a refusal")
    let spy = SpyBackend()
    let store = Store(spy)
    try await store.prepare(EverythingSchema.self)
    try await store.save(Self.scalars)
    _ = try await store.fetch(Scalars.where { $0.secret == Self.secret })
    for call in spy.calls { expectNoSecret(call, "a call") }
    expectNoSecret(spy.calls, "the calls")
    expectNoSecret(try await store.page(Scalars.all.order { $0.secret.ascending }, size: 1), "a page")
  }

  /// No error contains the value of a sensitive column that could not be read.
  @Test func faultsLeaveValuesOut() throws {
    let column = try #require(Scalars.table.columns.firstIndex { $0.name == "secret" })
    for reason in [RowFault.Reason.unknownCase(Self.secret), .malformed(Self.secret)] {
      let error = try #require(RowFault(column: column, reason: reason).readingError(Scalars.table, row: "1"))
      expectNoSecret(error, "\(reason)")
    }
  }

  @Test func whatMayBeShownIs() {
    let account = Account(name: "cash", owner: Person(id: UUID(), name: "Hanako"))
    let query = Account.where { $0.kind == .cash && $0.initialAmount > 1 && $0.owner.name.contains("H") }
    #expect(
      "\(query.limit(3).offset(1))"
        == #"Account.where { Account.kind == "cash" && Account.initialAmount > "1" && Account.owner.name.contains("H") }"#
        + ".limit(3).offset(1)")
    #expect("\(Account.all.order { $0.name.descending })" == "Account.all.order { (Account.name.descending) }")
    #expect("\(Tag.where { $0.name.isIn(["a", "b"]) })" == #"Tag.where { Tag.name.isIn(["a", "b"]) }"#)
    // A model is shown without the runtime's own types.
    var text = ""
    dump(account, to: &text)
    for shown in [text, "\(account)", String(reflecting: account)] {
      #expect(shown.contains("Person(\(account.ownerID))") && !shown.contains("Reference"), "\(shown)")
    }
  }

  /// Groups show what isn't sensitive of their keys and values, whatever their kind.
  @Test func groupsLeaveValuesOut() async throws {
    let store = Store(MemoryBackend())
    try await store.prepare(EverythingSchema.self)
    try await store.save(Self.scalars)
    let secrets = Scalars.all.grouped { $0.secret }
    let flags = Scalars.all.grouped { $0.flag }
    let counts = try await store.count(secrets)
    let greatest = try await store.max(flags) { $0.secret }
    expectNoSecret(counts, "the keys of counts")
    expectNoSecret(try await store.count(Scalars.all.grouped { $0.secret.lowercasedASCII }), "computed keys")
    expectNoSecret(try await store.min(secrets) { $0.revision }, "keys with another value")
    expectNoSecret(greatest, "values")
    #expect(counts.map { "\($0)" } == ["QueryGroup(key: …, value: 1)"])
    #expect(greatest.map { "\($0)" } == ["QueryGroup(key: true, value: …)"])
    #expect(counts == [QueryGroup(key: Self.secret, value: 1)] && counts[0].key == Self.secret)
    #expect("\(QueryGroup(key: "a", value: 1))" == #"QueryGroup(key: "a", value: 1)"#)
  }

  /// What a store, a backend and an observer show.
  @Test @MainActor func storesLeaveValuesOut() async throws {
    let backend = MemoryBackend()
    let store = Store(backend)
    try await store.prepare(EverythingSchema.self)
    let changes = store.changes(of: Scalars.self)
    let saved = try await store.save(Self.scalars)
    let results = LiveResults(of: Scalars.where { $0.secret == Self.secret }, in: store)
    while !results.isLoaded { await Task.yield() }
    var iterator = changes.makeAsyncIterator()
    let change = await iterator.next()
    for (name, value) in [
      ("a backend", backend), ("a store", store), ("live results", results), ("a change", change as Any),
      ("a stream", store.stream(Scalars.where { $0.secret == Self.secret })),
      ("an observation", store.observe(Scalars.where { $0.secret == Self.secret })),
      ("a deletion", Change<Scalars>.deleted(saved.id)),
    ] as [(String, Any)] {
      expectNoSecret(value, name)
    }
  }

  private func expectNoSecret(_ value: Any, _ name: String) {
    for text in shownTexts(of: value) { #expect(!text.contains(Self.secret), "\(name): \(text)") }
  }
}
