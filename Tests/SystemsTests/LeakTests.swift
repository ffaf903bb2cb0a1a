#if os(Linux)
import Foundation
import TestSupport
import Testing

/// After an observer is canceled or released, nothing remains: no object that its closures retained, no unreachable
/// memory (three blocks are lost once, independently of the duration), and no reachable memory, which would increase
/// the size of the process.
@Test func watchersLeaveNothingBehind() async throws {
  let some = try await apart { try watch("300") }
  let many = try await apart { try watch("3000") }
  print("watchers: 300 rounds lose \(some.lostBlocks) blocks, 3000 lose \(many.lostBlocks)")
  #expect(some.live == 0 && many.live == 0)
  #expect(many.lostBlocks < some.lostBlocks + 300)
  let small = try await apart { try watch("300", sanitized: false) }
  let large = try await apart { try watch("3000", sanitized: false) }
  #expect(large.kibibytes < small.kibibytes + 1024)
  // Checks that leaks are found.
  let leaking = try await apart { try watch("300", "leak") }
  #expect(leaking.live == 300 && leaking.lostBlocks > some.lostBlocks + 300)
}

private struct Remains {
  var live: Int
  var kibibytes: Int
  var lostBlocks: Int
}

/// Runs the watcher, under LeakSanitizer or without it.
private func watch(_ arguments: String..., sanitized: Bool = true) throws -> Remains {
  var program = Program(built: "Watcher", arguments)
  program.environment = sanitized ? ["LD_PRELOAD": "liblsan.so.0", "LSAN_OPTIONS": "exitcode=0"] : [:]
  let outcome = try program.run()
  let said = outcome.errors
  let words = outcome.output.split { $0.isWhitespace }.compactMap { Int($0) }
  try #require(outcome.status == 0 && words.count == 2, "\(said.suffix(2000))")
  // "SUMMARY: LeakSanitizer: 96 byte(s) leaked in 3 allocation(s)."
  let lost = said.firstMatch(of: /leaked in ([0-9]+) allocation/).flatMap { Int($0.1) }
  return Remains(live: words[0], kibibytes: words[1], lostBlocks: lost ?? 0)
}
#endif
