import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import TestSupport
import Testing

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A process that writes is killed at random times, which a seed reproduces as far as possible.
@Suite struct DurabilityTests {
  private static let kills = FuzzingBudget.rounds(200)
  /// The number of kills while writing to one file, which keeps what was written before.
  private static let killsPerFile = 25

  /// What the processes have acknowledged for each lane.
  private struct Acknowledged {
    var last = [0, 0]

    mutating func take(_ lines: String) {
      // If the last line is incomplete, its process was killed while writing it.
      for line in lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        if numbers.count == 2, last.indices.contains(numbers[0]) { last[numbers[0]] = numbers[1] }
      }
    }
  }

  @Test(.timeLimit(.minutes(FuzzingBudget.rounds(40)))) func killedWriters() async throws {
    try await onOwnThread { try await Self.killWriters() }
  }

  private static func killWriters() async throws {
    let scratch = try Scratch()
    var transactions = 0
    var acknowledged = Acknowledged()
    for kill in 0..<kills {
      let path = scratch.path("\(kill / killsPerFile).sqlite")
      if kill % killsPerFile == 0 {
        transactions += acknowledged.last.reduce(0, +)
        acknowledged = Acknowledged()
      }
      var random = SplitMix64("durability", round: kill)
      acknowledged.take(try await killWriter(of: path, &random))
      let problems = try await Self.problems(of: path, acknowledged)
      #expect(problems.isEmpty, "seed \(FuzzingBudget.seed), kill \(kill): \(problems.joined(separator: "; "))")
      if !problems.isEmpty { break }
    }
    transactions += acknowledged.last.reduce(0, +)
    print("durability: \(kills) kills, \(transactions) acknowledged transactions")
    #expect(transactions >= kills / 2, "The writers were killed before they wrote.")
  }

  #if os(Linux)
  /// Some calls that write, flush or truncate the file fail; the writer ends by itself, or is killed.
  @Test(.timeLimit(.minutes(FuzzingBudget.rounds(15)))) func failingDisk() async throws {
    let scratch = try Scratch()
    let disk = try FailingDisk()
    var (failures, transactions) = (0, 0)
    for file in 0..<FuzzingBudget.rounds(4) {
      let path = scratch.path("\(file).sqlite")
      var acknowledged = Acknowledged()
      for turn in 0..<8 {
        var random = SplitMix64("failing disk", round: file * 8 + turn)
        var writer = Program(built: "OutsideWriter", ["--storm", path, String(random.next())])
        writer.environment = disk.environment(every: 1 + random.below(400), seed: random.below(1 << 30))
        let outcome = try await apart { [writer] in try writer.run(killedAfter: 0.5) }
        acknowledged.take(outcome.output)
        failures += outcome.signal == nil ? 1 : 0
        #expect(outcome.signal == SIGKILL || outcome.status == 1, "\(outcome.signal ?? 0): \(outcome.errors)")
        let problems = try await Self.problems(of: path, acknowledged)
        let name = "seed \(FuzzingBudget.seed), file \(file), turn \(turn)"
        #expect(problems.isEmpty, "\(name): \(problems.joined(separator: "; "))")
      }
      transactions += acknowledged.last.reduce(0, +)
    }
    print("durability: \(failures) writers ended by a failing disk, \(transactions) acknowledged transactions")
    #expect(failures > 0 && transactions > 0)
  }
  #endif

  /// Runs a writer and kills it, usually while it writes, and sometimes while it opens the file. Returns what it
  /// acknowledged.
  private static func killWriter(of path: String, _ random: inout SplitMix64) async throws -> String {
    let pipe = Pipe()
    let process = Program(built: "OutsideWriter", ["--storm", path, String(random.next())])
      .process(output: pipe.fileHandleForWriting, errors: .standardError)
    try process.start()
    try pipe.fileHandleForWriting.close()
    var lines = Data()
    if random.next() % 8 != 0 { lines = pipe.fileHandleForReading.availableData }
    try await Task.sleep(for: .microseconds(random.next() % 40_000))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    lines += pipe.fileHandleForReading.readDataToEndOfFile()
    #expect(process.terminationReason == .uncaughtSignal, "The writer ended by itself.")
    return String(decoding: lines, as: UTF8.self)
  }

  /// Describes what is incorrect.
  private static func problems(of path: String, _ acknowledged: Acknowledged) async throws -> [String] {
    let store = Store(try SQLiteBackend(path: path))
    try await store.prepare(HouseholdSchema.self)
    var counters = [0, 0]
    var found: [[Int: (rows: Set<Int>, count: Int)]] = [[:], [:]]
    var problems: [String] = []
    for person in try await store.fetch(Person.all) {
      let parts = person.name.split(separator: "/").map { Int($0) }
      switch parts.count {
      case 1: counters[Int(person.id.uuid.0)] = parts[0] ?? -1
      case 4:
        guard let lane = parts[0], let number = parts[1], let index = parts[2], let count = parts[3] else {
          fallthrough
        }
        found[lane][number, default: ([], count)].rows.insert(index)
      default: problems.append("\(person.name) is there")
      }
    }
    for lane in 0..<2 {
      let (counter, last) = (counters[lane], acknowledged.last[lane])
      if counter < last { problems.append("lane \(lane): \(last) was acknowledged and is lost, \(counter) is there") }
      // With each kill, one write may have been committed without being acknowledged; none was acknowledged twice.
      if Set(found[lane].keys) != Set(1..<(counter + 1)) { problems.append("lane \(lane): not 1 to \(counter)") }
      for (number, rows) in found[lane] where rows.rows != Set(0..<rows.count) {
        problems.append("lane \(lane): \(rows.rows.count) of \(rows.count) rows of \(number)")
      }
    }
    let integrity = try integrity(of: path)
    if integrity != "ok" { problems.append(integrity) }
    return problems
  }

  private static func integrity(of path: String) throws -> String {
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    var statement: OpaquePointer?
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, nil) == SQLITE_OK
    else { return database.map { String(cString: sqlite3_errmsg($0)) } ?? "no database" }
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else {
      return "no answer"
    }
    return String(cString: text)
  }
}
