import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite
@_spi(Backend) import MigrationSupport

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

extension BenchmarkGroup {
  /// What a migration costs beside the same SQL, a start without one beside `prepare`, and the derivation of the
  /// version that isn't sealed beside a build without versions.
  static let migration = BenchmarkGroup(name: "migration") { session in
    guard session.unit == .seconds else { return [] }
    return try await rebuilds(session) + starts(session) + derivations(session)
  }
}

// MARK: A table of many rows

private let ledger = """
  model Entry {
    id: Int64 @primaryKey
    account: Int64
    note: String
    amount: Currency
    kind: Int16
    rate: Double
    at: Date
    remark: String?
    index(account)
    index(at)
  }
  """

/// Bounds, which make the table be created again.
private let boundedLedger = ledger.replacing("note: String", with: "note: String @length(...30) @backfill(truncated)")

private func rebuilds(_ session: Session) async throws -> [Measurement] {
  let rows = 1_000_000
  let versions = try Versions(ledger, boundedLedger)
  let folder = try session.folder("migration")
  let (original, copy) = (folder.appending(path: "1.sqlite"), folder.appending(path: "2.sqlite"))
  session.say("migrating a table of \(rows) rows")
  try await migrate(original, versions.prefix(1))
  try run(
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) \
    INSERT INTO entry SELECT i, i % 1000, 'the note of entry ' || i, i * 10, i % 7, i / 3.0, i * 1000000, NULL FROM n
    """, original)
  try run("PRAGMA wal_checkpoint(TRUNCATE)", original)
  @Sendable func restore() throws {
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy.path + ending) }
    try FileManager.default.copyItem(at: original, to: copy)
  }
  let script = versions.scripts[1].replacing(".bail on\n", with: "")
  let igata = Subject("igata", prepare: restore) {
    try await processorTime { try await migrate(copy, versions) }
  }
  let sqlite = Subject("sqlite", prepare: restore) {
    try await processorTime { try run(script, copy) }
  }
  let costs = try await measureInTurn([igata, sqlite], in: session, rounds: 3)
  return [measurement("rebuild of \(rows) rows, beside the same SQL", costs, "igata", "sqlite", bar: 1.15, session)]
}

private func migrate(_ file: URL, _ versions: Versions) async throws {
  _ = try await SQLiteBackend(path: file.path).migrate(versions.request()) { _ in }
}

/// Runs statements with SQLite's own functions, with the settings of the backend.
private func run(_ sql: String, _ file: URL) throws {
  var handle: OpaquePointer?
  defer { sqlite3_close(handle) }
  guard sqlite3_open(file.path, &handle) == SQLITE_OK else { throw BenchmarkFault("can't open \(file.path)") }
  let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;"
  guard sqlite3_exec(handle, settings + sql, nil, nil, nil) == SQLITE_OK else {
    throw BenchmarkFault(String(cString: sqlite3_errmsg(handle)))
  }
}

// MARK: A start with nothing to do

private func starts(_ session: Session) async throws -> [Measurement] {
  let text = (0..<50).map { "model Model\($0) {\n  id: Int64 @primaryKey\n  name: String\n  index(name)\n}\n" }.joined()
  let versions = try Versions(text)
  let file = try session.folder("starts").appending(path: "1.sqlite")
  try await migrate(file, versions)
  let backend = try SQLiteBackend(path: file.path)
  let times = 100
  let request = versions.request()
  let migrating = Subject("migrate") {
    try await processorTime {
      for _ in 0..<times { _ = try await backend.migrate(request) { _ in } }
    }
  }
  let preparing = Subject("prepare") {
    try await processorTime {
      for _ in 0..<times { _ = try await backend.prepare(request.tables) }
    }
  }
  session.say("starting \(times) times with nothing to do")
  let costs = try await measureInTurn([migrating, preparing], in: session)
  return [measurement("a start with nothing to do, beside prepare", costs, "migrate", "prepare", bar: 1.05, session)]
}

// MARK: Deriving a version

private func derivations(_ session: Session) async throws -> [Measurement] {
  let igata = try buildStaticTool(session)
  let folder = try session.folder("derivation")
  let first = GrowthSchema(models: 100).text
  func project(_ name: String, _ text: String, sealed: [String]) throws -> Subject {
    let project = folder.appending(path: name)
    try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: project.appending(path: "igata.json"))
    func write(_ text: String) throws { try Data(text.utf8).write(to: project.appending(path: "Growth.igata")) }
    for (index, text) in sealed.enumerated() {
      try write(text)
      try Command(igata, ["migrate", "seal", "v\(index + 1)", "Growth.igata"], in: project.path).run()
    }
    try write(text)
    let generate = Command(igata, ["generate", "Growth.igata", "-o", "out"], in: project.path)
    return Subject(name, generate, in: session, times: 10) {
      try? FileManager.default.removeItem(at: project.appending(path: "out"))
    }
  }
  func adding(_ field: String, to label: String, in text: String) -> String {
    text.replacing("label: \(label)\n", with: "label: \(label)\n  \(field)\n")
  }
  var sealed = [first]
  for number in 1...3 { sealed.append(adding("note: String?", to: "Label\(number)", in: sealed[number - 1])) }
  let newest = sealed[3]
  let few = adding("count: Int32 = 0", to: "Label8", in: adding("city: String = \"\"", to: "Label7", in: newest))
  let all = newest.replacing("amount: Currency = 0", with: "amount: Currency = 0\n  count: Int32 = 0")
  session.say("generating 100 models with and without sealed versions")
  let costs = try await measureInTurn(
    [
      try project("without", few, sealed: []), try project("unchanged", newest, sealed: sealed),
      try project("two models changed", few, sealed: sealed), try project("all models changed", all, sealed: sealed),
    ], in: session)
  return ["unchanged", "two models changed", "all models changed"].map { name in
    let (with, without) = (costs[name] ?? .nan, costs["without"] ?? .nan)
    return Measurement(
      group: "migration", name: "four versions of 100 models, \(name), of 5 ms", ratio: (with - without) / 0.005, bar: 1,
      figures: "with \(figure(with, session.unit)), without \(figure(without, session.unit))")
  }
}

private func measurement(
  _ name: String, _ costs: [String: Double], _ subject: String, _ baseline: String, bar: Double, _ session: Session
) -> Measurement {
  let (cost, base) = (costs[subject] ?? .nan, costs[baseline] ?? .nan)
  return Measurement(
    group: "migration", name: name, ratio: cost / base, bar: bar,
    figures: "\(subject) \(figure(cost, session.unit)), \(baseline) \(figure(base, session.unit))")
}
