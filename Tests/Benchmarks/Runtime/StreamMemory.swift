import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite

/// How much memory a process has resident at most that goes through 1,000,000 rows of a file.
enum StreamMemory {
  private static let rounds = 10
  private static let mostMegabytes = 50.0

  static func measure(in session: Session) async throws -> Measurement {
    session.say("stream 1,000,000 rows")
    let path = try path()
    defer { remove(path) }
    remove(path)
    try await fill(path)
    let printed = try session.probe("runtime", "stream", times: 1).printed()
    guard let bytes = Double(printed.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BenchmarkFault("the stream printed '\(printed)'")
    }
    let megabytes = bytes / 1_000_000
    return Measurement(
      group: "runtime", name: "stream 1,000,000 rows, resident memory", ratio: megabytes / mostMegabytes, bar: 1,
      figures: "\(number(megabytes)) MB of \(number(mostMegabytes)) MB")
  }

  /// The process that is measured: prints the bytes.
  @Sendable static func probe(_ times: Int) async throws {
    let store = Store(try SQLiteBackend(path: try path()))
    var count = 0
    for try await account in store.stream(LedgerAccount.all) where account.created > .distantPast { count += 1 }
    guard count == rounds * LedgerRows.count else { throw BenchmarkFault("the stream had \(count) rows") }
    print(mostResidentBytes())
  }

  private static func fill(_ path: String) async throws {
    let store = Store(try SQLiteBackend(path: path))
    try await store.prepare(LedgerSchema.self)
    for round in 0..<rounds {
      let first = round * LedgerRows.count
      try await store.insert((first..<first + LedgerRows.count).map(LedgerRows.account))
    }
  }

  private static func path() throws -> String {
    try Session(unit: .seconds).scratch.appendingPathComponent("stream.sqlite").path
  }

  private static func remove(_ path: String) {
    for file in [path, path + "-wal", path + "-shm"] { try? FileManager.default.removeItem(atPath: file) }
  }
}

/// The most memory that this process had resident at once. Not `getrusage` on Linux, which counts what the process was
/// before it became this program.
private func mostResidentBytes() -> Int {
  #if os(Linux)
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  #else
  var used = rusage()
  getrusage(RUSAGE_SELF, &used)
  return Usage(used).residentBytes
  #endif
}
