import Foundation
import GeneratedModels
import IgataHTTP
import IgataRouting
import IgataRuntime
import IgataTesting
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The newest first, as in the article's list.
private let newest = Article.all.order { $0.publishedAt.descending }

/// With short pauses, and timeouts that are long enough for a busy machine.
func options(_ change: (inout HTTPOptions) -> Void = { _ in }) -> HTTPOptions {
  var options = HTTPOptions()
  options.timeout = .seconds(600)
  options.pause = .milliseconds(1)
  change(&options)
  return options
}

@Suite struct HTTPBackendTests {
  private func plain(_ id: Int64, _ title: String, at second: Int) -> Article {
    Article(
      id: id, title: title, publishedAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(second)))
  }

  @Test func theDefaultMapping() async throws {
    let rows = ArticleServer()
    let server = try LoopbackServer { rows.answer($0) }
    let store = Store(HTTPBackend(at: server.url, options: options()))
    let articles = (1...25).map { plain(Int64($0), "title \($0), \"+&=\" 記事", at: $0 / 2) }
    for article in articles { try await store.insert(article) }
    #expect(try await store.fetch(Article.all) == articles)
    #expect(try await store.find(Article.self, id: 7) == articles[6])
    #expect(try await store.find(Article.self, id: 99) == nil)
    #expect(try await store.count(Article.where { $0.id > 20 }) == 5)
    #expect(try await store.fetch(Article.where { $0.title == "title 3, \"+&=\" 記事" }) == [articles[2]])
    #expect(try await store.find(Article.self, ids: [30, 3, 1]).map(\.id) == [1, 3])
    // Pages are found by the values of the row before.
    let sorted = articles.sorted { ($1.publishedAt, $0.id) < ($0.publishedAt, $1.id) }
    var page = try await store.page(newest, size: 10)
    var all = page.items
    while page.hasMore {
      page = try await store.page(newest, size: 10, after: page.cursor)
      all += page.items
    }
    #expect(all == sorted)
    #expect(!server.requests.contains { $0.value("offset") != nil })
    var read = articles[4]
    read.isRead = true
    try await store.save(read)
    #expect(try await store.fetch(Article.where { $0.isRead == true }).map(\.id) == [5])
    read.title = "changed"
    try await store.update(read)
    #expect(try await store.find(Article.self, id: 5)?.title == "changed")
    try await store.delete(read)
    await #expect(throws: StoreError.self) { try await store.update(read) }
    await #expect(throws: StoreError.duplicateKey(model: "Article", constraint: "primaryKey", fields: ["id"])) {
      try await store.insert(articles[0])
    }
    #expect(try await store.count(Article.all) == 24)
  }

  /// What isn't supported or can't be rolled back is rejected before anything is sent.
  @Test func whatAnAPICanNotDo() async throws {
    let server = try LoopbackServer { _ in .status(500) }
    let store = Store(HTTPBackend(at: server.url, options: options { $0.attempts = 1 }))
    let refused: [(Query<Article>, instead: String)] = [
      (Article.where { $0.title.contains("x") }, "search them in Swift"),
      (Article.where { $0.author.name == "x" }, "compare the key of the relation"),
      (Article.where { $0.id == 1 || $0.title == "x" }, "use 'isIn'"),
      (Article.where { !($0.id == 1 && $0.title == "x") }, "write it without"),
      (Article.where { !$0.thumbnail.isIn([URL(filePath: "/x")]) }, "filter them in Swift"),
      (Article.where { $0.id + 1 == 5 }, "calculate it in Swift"),
    ]
    for (query, instead) in refused {
      let error = await #expect(throws: StoreError.self) { try await store.fetch(query) }
      guard case .unsupportedQuery(_, let reason) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.hasPrefix("the API doesn't support it; ") && reason.contains(instead))
    }
    let update = await #expect(throws: StoreError.self) {
      try await store.update(Article.all) { $0.title.set("x") }
    }
    guard case .unsupportedQuery = update else { Issue.record("\(String(describing: update))"); return }
    #expect(server.requests.isEmpty)
    let rows = ArticleServer()
    let other = try LoopbackServer { rows.answer($0) }
    let error = await #expect(throws: StoreError.self) {
      try await Store(HTTPBackend(at: other.url, options: options())).transaction { store in
        try await store.insert(plain(1, "a", at: 1))
        try await store.insert(plain(2, "b", at: 1))
      }
    }
    guard case .misuse = error else { Issue.record("\(String(describing: error))"); return }
    #expect(rows.rows.count == 1)
  }

  /// Over a fallback, the same is refused whether or not the API can be reached.
  @Test(arguments: [true, false]) func aFallbackRefusesTheSame(isOnline: Bool) async throws {
    let rows = ArticleServer()
    let server = try LoopbackServer { rows.answer($0) }
    let first = FaultyBackend(HTTPBackend(at: server.url, options: options()))
    let backend = FallbackBackend(
      first, else: MemoryBackend(), outbox: Outbox(), conflicts: .stop, retries: .seconds(86400) ... .seconds(86400))
    let store = Store(backend)
    try await store.prepare(ArticlesSchema.self)
    try await Store(HTTPBackend(at: server.url, options: options())).insert(plain(1, "a", at: 1))
    #expect(try await store.fetch(Article.all).count == 1)
    if !isOnline { first.cutOff() }
    let refused: [@Sendable (Store) async throws -> Void] = [
      { _ = try await $0.fetch(Article.where { $0.title.contains("a") }) },
      { _ = try await $0.page(Article.where { $0.author.name == "a" }, size: 2) },
      { _ = try await $0.select(Article.all) { $0.title } },
      { _ = try await $0.sum(Article.all) { $0.id } },
      { _ = try await $0.update(Article.all) { $0.title.set("x") } },
      { _ = try await $0.delete(Article.all.limit(1)) },
    ]
    for operation in refused {
      let error = await #expect(throws: StoreError.self) { try await operation(store) }
      guard case .unsupportedQuery = error else { Issue.record("\(String(describing: error))"); continue }
    }
    #expect(try await store.fetch(Article.where { !$0.isRead }).map(\.title) == ["a"])
    #expect(try await store.count(Article.all) == 1)
  }

  /// Each negation is sent as the comparison that is true for the other rows.
  @Test func negationsAreComparisons() async throws {
    let rows = ArticleServer()
    let server = try LoopbackServer { rows.answer($0) }
    let store = Store(HTTPBackend(at: server.url, options: options()))
    let memory = Store(MemoryBackend())
    try await memory.prepare(ArticlesSchema.self)
    for store in [store, memory] {
      for number in 1...9 as ClosedRange<Int64> {
        var article = plain(number, "title \(number)", at: Int(number))
        article.isRead = number.isMultiple(of: 3)
        try await store.insert(article)
      }
    }
    let queries = [
      Article.where { !$0.isRead }, Article.where { !($0.isRead == false) }, Article.where { !($0.id < 5) },
      Article.where { !($0.id == 4) && !($0.id >= 8) }, Article.where { !($0.isRead || $0.id <= 4) },
      Article.where { !($0.title != "title 2") }, Article.where { !$0.id.isIn([2, 3]) && !$0.id.isIn([]) },
    ]
    for query in queries {
      let expected = try await memory.fetch(query).map(\.id)
      #expect(try await store.fetch(query).map(\.id) == expected && !expected.isEmpty)
    }
    #expect(server.requests.contains { $0.value("is_read") == "eq.false" })
    let report = try await store.prepare([Article.self])
    #expect(
      report.notes.first?.text == """
        the API serves models by comparisons of its fields (eq, neq, lt, lte, gt, gte, is, not.is, in) joined by '&&', \
        orders, counts, and nothing else
        """)
  }

  /// A save that takes more than one request is refused before the first, unless the API allows several.
  @Test func savesOfSeveralRequests() async throws {
    let rows = ArticleServer()
    let server = try LoopbackServer { rows.answer($0) }
    var article = plain(1, "a", at: 1)
    article.author = User(name: "Hanako")
    let store = Store(HTTPBackend(at: server.url, options: options()))
    let error = await #expect(throws: StoreError.self) { try await store.save(article) }
    guard case .misuse(let reason) = error else { Issue.record("\(String(describing: error))"); return }
    #expect(reason.hasPrefix("saving Article with its related models takes 2 writes"))
    #expect(server.requests.isEmpty)
    article.author = nil
    try await store.save(article)
    #expect(server.requests.count == 1)

    var api = HTTPAPI()
    api.severalRequests = .sentInOrder
    article.author = User(name: "Hanako")
    let saved = try await Store(HTTPBackend(at: server.url, api: api, options: options())).save(article)
    #expect(saved.author?.name == "Hanako")
    #expect(server.requests.map(\.path).suffix(2) == ["/user", "/article"])
  }

  @Test func anotherAPI() async throws {
    let server = try LoopbackServer { request in
      #expect(request.path == "/v2/posts" && request.value("per_page") == "3")
      return .status(
        200, [:], Data(#"{"posts": [{"id": 4, "headline": "x", "date": "2026-01-31T00:00:00+09:00"}]}"#.utf8))
    }
    var api = HTTPAPI()
    api.resources["article"] = HTTPResource(
      "v2/posts", items: "posts", fields: ["title": "headline", "published_at": "date"])
    api.limit = "per_page"
    let store = Store(HTTPBackend(at: server.url, api: api, options: options()))
    let articles = try await store.fetch(Article.all.limit(3))
    #expect(articles.map(\.title) == ["x"] && articles.map(\.body) == [""])
    #expect(articles.first?.publishedAt == Date(timeIntervalSince1970: 1_769_785_200))
  }

  /// A response, the resulting error, and the number of attempts.
  @Test(arguments: [
    ("drop", "unreachable", 3), ("503", "unreachable", 3), ("500", "unreachable", 1), ("404", "schemaMismatch", 1),
    ("403", "backend", 1), ("401", "accessDenied", 2), ("html", "corrupted", 1), ("truncated", "unreachable", 3),
    ("truncated JSON", "corrupted", 1), ("too long", "corrupted", 1), ("too long, unsaid", "corrupted", 1),
    ("wrong type", "corrupted", 1), ("no field", "corrupted", 1), ("deep", "corrupted", 1), ("noise", "unreachable", 3),
    ("slow", "unreachable", 3), ("elsewhere", "backend", 1),
  ])
  func badAnswers(_ kind: String, _ expected: String, _ count: Int) async throws {
    let server = try LoopbackServer { _ in
      let good = #"[{"id": 1, "title": "x", "published_at": "2026-01-31T00:00:00Z"}]"#
      switch kind {
      case "drop": return .drop
      case "html": return .status(200, [:], Data("<html>Please log in</html>".utf8))
      case "truncated": return .raw(Data("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[{".utf8))
      case "truncated JSON": return .status(200, [:], Data(good.utf8.dropLast(5)))
      case "too long": return .status(200, [:], Data(repeating: 32, count: 5000))
      case "too long, unsaid":
        return .raw(Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + Data(repeating: 32, count: 90_000))
      case "wrong type": return .status(200, [:], Data(good.replacing("1,", with: "\"one\",").utf8))
      case "no field": return .status(200, [:], Data("[{\"id\": 1}]".utf8))
      case "deep": return .status(200, [:], Data(String(repeating: "[", count: 2000).utf8))
      case "noise": return .raw(Data((0..<64).map { UInt8($0 * 37 % 251) }))
      case "slow":
        return .slow([Data("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".utf8), Data("[".utf8), Data()], .seconds(2))
      case "elsewhere": return .status(302, ["Location": "http://localhost:1/"])
      default: return .status(Int(kind) ?? 500, ["Retry-After": "0"])
      }
    }
    let store = Store(
      HTTPBackend(
        at: server.url,
        options: options {
          $0.longestAnswer = 4000
          if kind == "slow" { $0.timeout = .milliseconds(300) }
        }))
    let error = await #expect(throws: StoreError.self) { try await store.fetch(Article.all) }
    let name = error.flatMap { Mirror(reflecting: $0).children.first?.label }
    #expect(name == expected, "\(String(describing: error))")
    // On a busy machine, a time-out may expire before the request is received.
    if kind != "slow" { #expect(server.requests.count == count) }
  }

  /// A response to a write, and whether it means that the write succeeded.
  @Test(arguments: [
    (200, "", true), (201, "", true), (204, "", true), (202, "", false), (203, "", false), (207, "", false),
    (200, #"[{"id": 7}]"#, true), (201, #"{"id": 7, "title": "as kept"}"#, true), (200, "[]", false),
    (200, "<!doctype html><title>Log in</title>", false), (201, #"{"ok": true}"#, false), (200, "7", false),
    (200, #"[{"id": 8}]"#, false), (200, #"[{"id": 7}, {"id": 7}]"#, false), (200, #"[{"id": null}]"#, false),
  ])
  func answersToWrites(_ status: Int, _ body: String, _ isGood: Bool) async throws {
    let server = try LoopbackServer { _ in .status(status, [:], Data(body.utf8)) }
    let store = Store(HTTPBackend(at: server.url, options: options { $0.attempts = 1 }))
    let article = plain(7, "x", at: 1)
    let writes: [(String, () async throws -> Void)] = [
      ("save", { try await store.save(article) }), ("insert", { try await store.insert(article) }),
      ("update", { try await store.update(article) }), ("delete", { try await store.delete(article) }),
    ]
    for (name, write) in writes {
      var isDone = true
      do { try await write() } catch { isDone = false }
      // Deleted rows may be others: a condition may delete any number of rows.
      if name == "delete", body == "[]" || body.contains("8") || body.contains("}, {") { continue }
      #expect(isDone == isGood, "\(name)")
    }
  }

  @Test func answersThatAreKnown() async throws {
    let server = try LoopbackServer { request in
      if request.headers["if-none-match"] == "\"7\"" { return .status(304, ["ETag": "\"7\""]) }
      return .status(
        200, ["ETag": "\"7\""], Data(#"[{"id": 1, "title": "x", "published_at": "2026-01-31T00:00:00Z"}]"#.utf8))
    }
    let store = Store(HTTPBackend(at: server.url, options: options()))
    for _ in 0..<3 { #expect(try await store.fetch(Article.all).map(\.title) == ["x"]) }
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"7\"", "\"7\""])
  }

  /// The rows of a server that ignores a condition are not mistaken for the requested ones, and a repeated page isn't
  /// mistaken for the next one endlessly.
  @Test func rowsThatWereNotAskedFor() async throws {
    let body = (1...4).map { #"{"id": \#($0), "title": "\#($0)", "published_at": "2026-01-0\#($0)T00:00:00Z"}"# }
    let server = try LoopbackServer { _ in .status(200, [:], Data("[\(body.joined(separator: ","))]".utf8)) }
    let store = Store(HTTPBackend(at: server.url, options: options()))
    #expect(try await store.fetch(Article.where { $0.id > 0 && $0.title < "0" && $0.id <= 9 }).count == 4)
    for query in [
      Article.where { $0.id == 3 }, Article.where { $0.id.isIn([1, 2, 3]) }, Article.where { $0.id < 4 },
      Article.where { $0.title != "2" }, Article.where { $0.id > 0 && $0.id > 1 },
    ] {
      let error = await #expect(throws: StoreError.self, "\(query)") { try await store.fetch(query) }
      guard case .corrupted(_, _, _, let problem) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(problem.hasPrefix("the answer has a row that was not asked for: does the server know conditions on '"))
    }
    await #expect(throws: StoreError.self) { try await store.find(Article.self, id: 3) }
    await #expect(throws: StoreError.self) { try await store.find(Article.self, ids: [1, 2]) }
    let page = try await store.page(Article.all, size: 2)
    await #expect(throws: StoreError.self) { try await store.page(Article.all, size: 2, after: page.cursor) }
  }

  /// A write is retried with the same identity, and authorized for each attempt.
  @Test func writesAreDoneOnce() async throws {
    let rows = ArticleServer()
    let count = Atomic(0)
    let server = try LoopbackServer { request in
      let number = count.add(1, ordering: .relaxed).newValue
      if request.headers["authorization"] != "Bearer new" { return .status(401) }
      // Lost before the server processed it, and after.
      if number % 3 == 1 { return .drop }
      let answer = rows.answer(request)
      return number % 3 == 2 ? .drop : answer
    }
    let store = Store(
      HTTPBackend(
        at: server.url,
        options: options {
          $0.attempts = 5
          $0.authorize = { request, wasRefused in
            request.setValue(wasRefused ? "Bearer new" : "Bearer old", forHTTPHeaderField: "Authorization")
          }
        }))
    for number in 1...6 { try await store.insert(plain(Int64(number), "x", at: number)) }
    #expect(rows.applied.count == 6 && rows.rows.count == 6)
  }

  @Test func aCallCanBeCancelled() async throws {
    let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      continuation.yield()
      return .slow([Data("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".utf8), Data()], .seconds(1))
    }
    let store = Store(HTTPBackend(at: server.url, options: options()))
    let task = Task { try await store.fetch(Article.all) }
    for await _ in asked { break }
    task.cancel()
    await #expect(throws: StoreError.cancelled) { _ = try await task.value }
  }

  /// What was sent may be answered within the limit, and is then canceled.
  @Test(.timeLimit(.minutes(10)), arguments: [true, false]) func closing(isAnswered: Bool) async throws {
    let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      continuation.yield()
      let body = isAnswered ? Data("[]".utf8) : Data()
      let pause = isAnswered ? Duration.milliseconds(50) : .seconds(2)
      return .slow([Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n".utf8), body], pause)
    }
    let store = Store(HTTPBackend(at: server.url, options: options()))
    let task = Task { try await store.fetch(Article.all) }
    for await _ in asked { break }
    try await store.close(within: isAnswered ? .seconds(3600) : .zero)
    if isAnswered {
      #expect(try await task.value == [])
    } else {
      await #expect(throws: StoreError.closed) { try await task.value }
    }
    await #expect(throws: StoreError.closed) { try await store.fetch(Article.all) }
  }
}
