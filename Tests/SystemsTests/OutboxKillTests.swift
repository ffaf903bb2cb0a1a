import Foundation
import IgataRuntime
import Synchronization
import TestSupport
import Testing

/// Writes in an outbox survive a SIGKILL at any time, and each is executed exactly once by a server that drops every
/// seventh connection.
@Test func nothingIsLostOrDoneTwice() async throws {
  try await withFolder { folder in
    let rows = ArticleServer()
    let isUp = Atomic(false)
    let count = Atomic(0)
    let server = try LoopbackServer { request in
      guard isUp.load(ordering: .relaxed) else { return .drop }
      let number = count.add(1, ordering: .relaxed).newValue
      if request.method == "GET" { return rows.answer(request) }
      // Half of them are lost before they are executed, half after.
      if number % 14 == 7 { return .drop }
      let answer = rows.answer(request)
      return number % 14 == 0 ? .drop : answer
    }
    let total = 10_000
    let kills = FuzzingBudget.rounds(10)
    var kept: [Int] = []
    var next = 0
    var random = SystemRandomNumberGenerator()
    #if os(Linux)
    let disk = try FailingDisk()
    #endif
    // Filled while the server is down, and repeatedly killed, or ended by a failing disk.
    while kept.count < total {
      let wanted = total - kept.count
      let killAfter = Int.random(in: 1...(max(1, 2 * total / kills)), using: &random)
      var environment: [String: String]?
      #if os(Linux)
      if next % 2 == 1 { environment = disk.environment(every: .random(in: 2...2000), seed: next) }
      #endif
      let told = try await apart { [next, environment] in
        try run(server.port, folder, next, wanted, killAfter: killAfter, environment)
      }
      kept += next..<(next + told)
      // The one after the acknowledged ones may have been stored or not; its number isn't used again.
      next += told + 1
    }
    isUp.store(true, ordering: .relaxed)
    // Emptied, and repeatedly killed.
    for _ in 0..<kills {
      let wanted = rows.applied.count + Int.random(in: 0...(max(1, 2 * total / kills)), using: &random)
      _ = try await apart {
        try run(server.port, folder, 0, 0, killAfter: nil) { rows.applied.count >= wanted }
      }
    }
    _ = try await apart { try run(server.port, folder, 0, 0, killAfter: nil) }
    let numbers = rows.applied.compactMap { body -> Int? in
      guard case .array(let written) = try? JSON(parsing: Array(body.utf8)),
        case .string(let text) = written.first?["message"]
      else { return nil }
      return Int(text)
    }
    #expect(numbers.count == Set(numbers).count)
    #expect(numbers == numbers.sorted())
    #expect(Set(kept).isSubset(of: numbers))
    #expect(rows.rows.count == numbers.count && numbers.count >= total)
    print("outbox: \(numbers.count) writes, each done once, through \(2 * kills) kills or more")
  }
}

/// Runs the writer until it ends by itself, has acknowledged a number of messages, or the condition is true. Returns
/// how many it acknowledged.
private func run(
  _ port: UInt16, _ folder: String, _ first: Int, _ count: Int, killAfter: Int?,
  _ environment: [String: String]? = nil, when isTime: () -> Bool = { false }
) throws -> Int {
  let pipe = Pipe()
  var program = Program(built: "OutboxWriter", ["\(port)", folder, "\(first)", "\(count)"])
  program.environment = environment
  // Its error messages about a failing disk are expected.
  let errors: FileHandle = environment == nil ? .standardError : .nullDevice
  let process = program.process(output: pipe.fileHandleForWriting, errors: errors)
  try process.start()
  try pipe.fileHandleForWriting.close()
  // As it prints nothing until its end, it is polled.
  while killAfter == nil, process.isRunning, !isTime() { Thread.sleep(forTimeInterval: 0.002) }
  var told = 0
  while killAfter != nil {
    let data = pipe.fileHandleForReading.availableData
    told += data.count { $0 == UInt8(ascii: "+") }
    if data.isEmpty || told >= min(killAfter ?? 0, count) || data.contains(UInt8(ascii: ".")) { break }
  }
  // At a random moment.
  usleep(.random(in: 0...2000))
  if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  told += pipe.fileHandleForReading.readDataToEndOfFile().count { $0 == UInt8(ascii: "+") }
  process.waitUntilExit()
  return told
}
