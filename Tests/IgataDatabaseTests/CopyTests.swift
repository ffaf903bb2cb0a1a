import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import IgataSamples
import IgataTables
import IgataTesting
import IgataTool
import TestSupport
import Testing

@_spi(Backend) @testable import IgataDatabase

struct CopyTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  // MARK: Whole schemas

  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var models: [any PersistableModel.Type]

    var testDescription: String { name }
  }

  private static let samples = [
    Sample(name: "household", models: HouseholdSchema.models),
    Sample(name: "everything", models: EverythingSchema.models),
    Sample(name: "articles", models: ArticlesSchema.models),
    Sample(name: "naughty", models: NaughtySchema.models),
  ]

  /// Models load the same rows from the copy that they have saved.
  @Test(arguments: samples) func betweenFiles(_ sample: Sample) async throws {
    let source = try SQLiteBackend(path: scratch.path("from.sqlite"))
    let target = try SQLiteBackend(path: scratch.path("to.sqlite"))
    try await fill(source, sample.models)
    let rows = try await DatabaseCopy(from: source, to: target, try tables(of: sample.name), batch: 7).run()
    #expect(rows > 20)
    try await expectSame(sample.models, source, target)
  }

  #if PostgreSQL
  @Test(.enabled(if: CopyServer.isThere), arguments: samples) func toAServerAndBack(_ sample: Sample) async throws {
    let source = try SQLiteBackend(path: scratch.path("from.sqlite"))
    let middle = try await CopyServer.backend()
    let target = try SQLiteBackend(path: scratch.path("to.sqlite"))
    try await fill(source, sample.models)
    let rows = try await DatabaseCopy(from: source, to: middle, try tables(of: sample.name), batch: 100).run()
    try await expectSame(sample.models, source, middle)
    #expect(try await DatabaseCopy(from: middle, to: target, try tables(of: sample.name), batch: 9).run() == rows)
    try await expectSame(sample.models, source, target)
  }
  #endif

  private func fill(_ backend: any Backend, _ models: [any PersistableModel.Type]) async throws {
    let store = Store(backend)
    try await store.prepare(models)
    func save<Model: PersistableModel>(_ model: Model.Type) async throws {
      _ = try await store.save(Model.samples(count: 40, seed: 5))
    }
    for model in models { try await save(model) }
  }

  private func expectSame(
    _ models: [any PersistableModel.Type], _ left: any Backend, _ right: any Backend
  ) async throws {
    func load<Model: PersistableModel>(_ model: Model.Type) async throws {
      let expected = try await Store(left).fetch(Model.all)
      let found = try await Store(right).fetch(Model.all)
      #expect(found == expected && !expected.isEmpty, "\(Model.table.name)")
    }
    for model in models { try await load(model) }
  }

  // MARK: Circles

  static let circle = """
    model Author {
      id: UUID = uuid() @primaryKey
      name: String @unique
      favorite: Book?
      mentor: Author? @onDelete(noAction)
      revision: Int64 = 0 @version
    }

    model Book {
      id: Int64 = autoincrement() @primaryKey
      author: Author @onDelete(cascade)
      sequel: Book?
      similar: [Book] @joinTable("book_similar")
    }
    """

  func circle() throws -> [ModelTable] {
    try scratch.write(Self.circle, to: "circle.igata")
    return try request([scratch.path("circle.igata")])
  }

  func fillCircle(_ backend: any Backend, count: Int) async throws -> [CopiedTable] {
    let copied = CopiedTable.all(try circle())
    #expect(copied.map(\.name) == ["author", "book", "book_similar"])
    #expect(copied.map { $0.laterColumns.map { $0 } } == [[2, 3], [2], []])
    try await backend.prepare(copied.map(\.table))
    let key = { (number: Int) in
      StoredValue.uuid(UUID(uuidString: "00000000-0000-0000-0000-\(100_000_000_000 + number)")!)
    }
    let authors = (1...count).map { number -> [StoredValue] in
      let isLast = number == count
      return [
        key(number), .text("Author \(number)"), number % 3 == 0 ? .null : .integer(Int64(count - number + 1)),
        isLast ? .null : key(number + 1), .integer(Int64(number)),
      ]
    }
    let books = (1...count).map { number -> [StoredValue] in
      [.integer(Int64(number)), key(number), number == count ? .null : .integer(Int64(number + 1))]
    }
    let similar = (1...count).map { number -> [StoredValue] in
      [.integer(Int64(number)), .integer(0), .integer(Int64(count - number + 1))]
    }
    let session = try await backend.begin(.write)
    for (rows, table) in zip([authors, books, similar], copied) {
      try await session.write(.insert, rows.map(table.rowWithoutLinks), table.table)
    }
    for (rows, table) in zip([authors, books], copied) {
      try await session.write(.update, rows.filter(table.isLinked), table.table)
    }
    try await session.commit()
    return copied
  }

  @Test func rowsThatLeadToEachOther() async throws {
    let source = try SQLiteBackend(path: scratch.path("from.sqlite"))
    _ = try await fillCircle(source, count: 20)
    var targets: [any Backend] = [MemoryBackend(), try SQLiteBackend(path: scratch.path("to.sqlite"))]
    #if PostgreSQL
    if CopyServer.isThere { targets.append(try await CopyServer.backend()) }
    #endif
    for target in targets {
      let copy = DatabaseCopy(from: source, to: target, try circle(), batch: 6)
      #expect(try await copy.run() == 60)
      // A completed copy is compared again.
      #expect(try await copy.run() == 60)
    }
  }

  // MARK: Clusters

  #if PostgreSQL
  /// Rows are copied into tables for a cluster, whose keys and foreign keys have more columns than the schema's, and
  /// which lack the foreign key that a cluster can't have. PostgreSQL without Citus replaces the cluster.
  @Test(.enabled(if: CopyServer.isThere)) func toTheTablesOfACluster() async throws {
    let tables = try request([testsFolder + "/Citus/shop.igata"])
    let copied = Dictionary(uniqueKeysWithValues: CopiedTable.all(tables).map { ($0.name, $0) })
    let source = MemoryBackend()
    try await source.prepare(copied.values.map(\.table))
    let shop = StoredValue.uuid(UUID())
    let (product, visit) = (StoredValue.uuid(UUID()), StoredValue.uuid(UUID()))
    let session = try await source.begin(.write)
    for (name, row) in [
      ("country", [.text("jp"), .text("Japan")]), ("shop", [shop, .text("jp"), .text("Corner"), .null]),
      ("label", [.text("old")]), ("shop_labels", [shop, .integer(0), .text("old")]),
      ("Shop's products", [product, shop, .text("c"), .integer(5), .text("jp")]),
      ("customer", [.integer(1), shop, .text("Hanako")]),
      ("purchase", [.integer(1), shop, .integer(1), product, .date(microseconds: 1)]),
      ("visit", [visit, .integer(3), shop, .text("/")]), ("click", [.uuid(UUID()), .integer(3), visit]),
      ("job", [.integer(1), .text("jp"), .integer(1)]),
    ] as [(String, [StoredValue])] {
      let table = try #require(copied[name])
      try await session.write(.insert, [row], table.table)
    }
    try await session.commit()
    let definitions = try String(contentsOfFile: testsFolder + "/GeneratedSQL/shop.citus.sql", encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("SELECT create_") }.joined(separator: "\n")
    let target = try await CopyServer.backend(definitions)
    let copy = DatabaseCopy(from: source, to: target, tables)
    #expect(try await copy.run() == 10)
    #expect(try await copy.run() == 10)
  }
  #endif

  // MARK: Stopped copies

  /// Whichever commit of a copy fails, or is done without an answer, the next copy continues after it.
  @Test(arguments: [false, true]) func goesOnBehindEachBatch(_ isLost: Bool) async throws {
    let source = MemoryBackend()
    _ = try await fillCircle(source, count: 9)
    var stops = 0
    for number in 1...100 {
      let target = FaultyBackend()
      if isLost {
        target.loseAnswer(.commit, onCall: number)
      } else {
        target.fail(.commit, onCall: number, with: .unreachable(reason: "cut"))
      }
      let copy = DatabaseCopy(from: source, to: target, try circle(), batch: 4)
      do {
        _ = try await copy.run()
        break
      } catch {
        #expect(error.message.contains("TO: "), "\(error)")
        stops += 1
      }
      target.removeFaults()
      #expect(try await copy.run() == 27)
    }
    #expect(stops > 12)
  }

  /// The key 0 is copied, although a store generates a key for it in other cases.
  @Test func keysOfZero() async throws {
    let source = try SQLiteBackend(path: scratch.path("from.sqlite"))
    let copied = CopiedTable.all(try circle())
    try await source.prepare(copied.map(\.table))
    let author = StoredValue.uuid(UUID())
    let session = try await source.begin(.write)
    try await session.write(
      .insert, [[author, .text("A"), .null, .null, .integer(1)]], copied[0].table)
    let keyed = try #require(copied[1].withGivenKeys)
    let books = [-1, 0, 1].map { [.integer($0), author, .integer(min(0, $0))] as [StoredValue] }
    try await session.write(.insert, books.map(copied[1].rowWithoutLinks), keyed)
    try await session.write(.update, books, keyed)
    try await session.commit()
    var targets: [any Backend] = [try SQLiteBackend(path: scratch.path("to.sqlite"))]
    #if PostgreSQL
    if CopyServer.isThere { targets.append(try await CopyServer.backend()) }
    #endif
    for target in targets {
      #expect(try await DatabaseCopy(from: source, to: target, try circle(), batch: 2).run() == 4)
      // The next generated key is after the existing ones.
      let session = try await target.begin(.write)
      try await session.write(.insert, [[.integer(0), author, .null]], copied[1].table)
      let last = try await session.lastKey(copied[1].table)
      guard case .integer(2...)? = last?.first else { Issue.record("\(String(describing: last))"); break }
      try await session.commit()
    }
  }

  func count(_ table: CopiedTable, _ backend: any Backend) async throws -> Int64 {
    let session = try await backend.begin(.singleRead)
    do {
      let count = try await session.count(table.table)
      await session.rollback()
      return count
    } catch {
      await session.rollback()
      throw error
    }
  }

  // MARK: What is refused

  @Test func whatDiffersIsTold() async throws {
    let source = MemoryBackend()
    let copied = try await fillCircle(source, count: 5)
    let target = MemoryBackend()
    let copy = DatabaseCopy(from: source, to: target, try circle())
    try await copy.run()
    let session = try await target.begin(.write)
    try await session.write(
      .save, [[.integer(5), .uuid(UUID(uuidString: "00000000-0000-0000-0000-100000000001")!), .null]], copied[1].table)
    try await session.commit()
    await expectFault(.both, "table 'book' differs in 'author_id'") { try await copy.run() }
    let deleting = try await target.begin(.write)
    _ = try await deleting.delete(
      RowQuery(copied[2].table, where: .comparison(.column(RelationPath(), 0), .equal, .value(.integer(1)))))
    try await deleting.write(
      .save, [[.integer(5), .uuid(UUID(uuidString: "00000000-0000-0000-0000-100000000005")!), .null]], copied[1].table)
    try await deleting.commit()
    await expectFault(.both, "table 'book_similar' has 5 rows in FROM and 4 in TO") { try await copy.run() }
  }

  @Test func whatCannotBeCopiedIsToldBefore() async throws {
    let source = MemoryBackend()
    _ = try await fillCircle(source, count: 3)
    // Rows that were not written by a copy.
    let filled = MemoryBackend()
    _ = try await fillCircle(filled, count: 2)
    await expectFault(.target, "TO: table 'book_similar' already has rows") {
      try await DatabaseCopy(from: source, to: filled, try circle()).run()
    }
    // Another schema than that of the copy that has begun.
    let target = MemoryBackend()
    try await DatabaseCopy(from: source, to: target, try circle()).run()
    try scratch.write(
      "model Tag { id: Int64 @primaryKey }".replacingOccurrences(of: " id", with: "\nid").replacingOccurrences(
        of: "Key }", with: "Key\n}"), to: "other.igata")
    let both = try request([scratch.path("circle.igata"), scratch.path("other.igata")])
    await expectFault(.target, "TO: a copy with another schema has begun there") {
      try await DatabaseCopy(from: MemoryBackend.prepared(both), to: target, both).run()
    }
    // A source without the tables, and one with other columns.
    let empty = try SQLiteBackend(path: scratch.path("empty.sqlite"))
    await expectFault(.source, "FROM: table 'author': ") {
      try await DatabaseCopy(from: empty, to: MemoryBackend(), try circle()).run()
    }
    try await empty.prepare([
      TableDescription("table Author author\ncolumn id uuid\nkey id"),
      TableDescription("table Book book\ncolumn id int64 = autoincrement\nkey id"),
      TableDescription("table Book book_similar\ncolumn id int64\nkey id"),
    ])
    let unfit = MemoryBackend()
    await expectFault(.source, "FROM: table 'author': ") {
      try await DatabaseCopy(from: empty, to: unfit, try circle()).run()
    }
    // A target whose tables do not match the schema.
    await expectFault(
      .target,
      "TO: its tables can't be used: table 'author', column 'name': the database has no such column, the schema asks"
    ) {
      try await DatabaseCopy(from: source, to: empty, try circle()).run()
    }
  }

  @Test func endpointsThatAreNone() throws {
    for (text, part) in [("mysql://host/db", "'mysql' is not a supported database"), ("/nowhere/it.sqlite", "there is no file")] {
      #expect {
        _ = try Endpoint(text).backend(.source, for: .reading)
      } throws: { error in
        (error as? DatabaseFault)?.message.contains(part) ?? false
      }
    }
    #expect(try Endpoint("sqlite:a.sqlite").isSame(as: Endpoint("./a.sqlite")))
    #expect(try !Endpoint("a.sqlite").isSame(as: Endpoint("b.sqlite")))
    let status = try CopyProcess(["a.sqlite", "sqlite:a.sqlite", "--schema", testsFolder + "/Samples/message.igata"])
      .wait()
    #expect(status.code == 64)
    #expect(status.errors.hasPrefix("igata: error: FROM and TO are the same database\n"), "\(status.errors)")
    let help = try CopyProcess(["--help"]).wait()
    #expect(help.code == 0)
  }

  private func expectFault(
    _ side: DatabaseFault.Side, _ message: String, _ body: () async throws -> Int
  ) async {
    do {
      _ = try await body()
      Issue.record("no error: \(message)")
    } catch {
      let fault = error as? DatabaseFault
      #expect(fault?.side == side && fault?.message.hasPrefix(message) == true, "\(error)")
      #expect(fault?.help.isEmpty == false)
    }
  }

  private func tables(of sample: String) throws -> [ModelTable] {
    try request([testsFolder + "/Samples/\(sample).igata"])
  }

  private func request(_ schemas: [String]) throws -> [ModelTable] {
    let arguments = ["copy", "a", "b", "--schema", schemas.joined(separator: ",")]
    guard case .copy(let request) = try databaseRequest(arguments) else { return [] }
    return request.tables
  }
}

extension MemoryBackend {
  fileprivate static func prepared(_ tables: [ModelTable]) async throws -> MemoryBackend {
    let backend = MemoryBackend()
    try await backend.prepare(CopiedTable.all(tables).map(\.table))
    return backend
  }
}
