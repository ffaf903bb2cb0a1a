import Foundation
import GeneratedModels
import IgataRuntime
import IgataSQLite
import Testing

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A process that writes is killed at random moments. `IGATA_KILLS` asks for more of them, `IGATA_SEED` for the moments
/// of a failure, as far as a machine repeats them.
@Suite struct DurabilityTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let kills = environment["IGATA_KILLS"].flatMap { Int($0) } ?? 200
  private static let seed = environment["IGATA_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
  /// So many kills befall one file, which keeps what was written before.
  private static let killsPerFile = 25

  /// What has been acknowledged of each lane, whatever process it was that wrote it.
  private struct Acknowledged {
    var last = [0, 0]

    mutating func take(_ lines: String) {
      // Where the last line has no end, its process did not get to write it whole.
      for line in lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        if numbers.count == 2, last.indices.contains(numbers[0]) { last[numbers[0]] = numbers[1] }
      }
    }
  }

  @Test(.timeLimit(.minutes(15))) func killedWriters() async throws {
    print("durability: \(Self.kills) kills from IGATA_SEED=\(Self.seed) on")
    var random = SplitMix(state: Self.seed)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var transactions = 0
    var acknowledged = Acknowledged()
    for kill in 0..<Self.kills {
      let path = folder.appendingPathComponent("\(kill / Self.killsPerFile).sqlite").path
      if kill % Self.killsPerFile == 0 {
        transactions += acknowledged.last.reduce(0, +)
        acknowledged = Acknowledged()
      }
      acknowledged.take(try await Self.killWriter(of: path, &random))
      let problems = try await Self.problems(of: path, acknowledged)
      #expect(problems.isEmpty, "kill \(kill), IGATA_SEED=\(Self.seed): \(problems.joined(separator: "; "))")
      if !problems.isEmpty { break }
    }
    transactions += acknowledged.last.reduce(0, +)
    print("durability: \(transactions) acknowledged transactions")
    #expect(transactions >= Self.kills / 2, "The writers were killed before they wrote.")
  }

  /// Runs a writer and kills it: mostly while it writes, now and then while it opens the file. What it acknowledged.
  private static func killWriter(of path: String, _ random: inout SplitMix) async throws -> String {
    let process = Process()
    process.executableURL = productsFolder.appendingPathComponent("OutsideWriter")
    process.arguments = ["--storm", path, String(random.next())]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var lines = Data()
    if random.next() % 8 != 0 { lines = pipe.fileHandleForReading.availableData }
    try await Task.sleep(for: .microseconds(random.next() % 40_000))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    lines += pipe.fileHandleForReading.readDataToEndOfFile()
    #expect(process.terminationReason == .uncaughtSignal, "The writer ended by itself.")
    return String(decoding: lines, as: UTF8.self)
  }

  /// What is not as it must be.
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
      // One may have been committed when the process had no time left to say so, in each kill; none was said twice.
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

/// SplitMix64.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
