// Reads articles from a source that takes half a second for each call, and prints for how many microseconds the longest
// turn blocked the main thread. With an argument, it blocks the thread on purpose, to check the measurement:
//   ReaderTurns [work | sleep]

import Foundation
import IgataRuntime
import IgataTesting
import Reader

let fault = CommandLine.arguments.dropFirst().first
let source = FaultyBackend(DataSource.debug())
let manager = ModelManager(source)
var roundsOver = 0
var isOver = false

Task {
  try await manager.prepare()
  for operation in [BackendOperation.begin, .read, .write, .commit] {
    source.delay(operation, by: .milliseconds(500))
  }
  // The best of three rounds: what blocks does so in each, while disturbances by other programs vary.
  for _ in 0..<3 {
    _ = try await manager.reload()
    _ = try await manager.more()
    if let article = manager.articles.first {
      _ = try await withCheckedThrowingContinuation { continuation in
        manager.readArticle(article) { continuation.resume(with: $0) }
      }
    }
    if fault == "work" {
      let begin = ThreadTime.now
      while ThreadTime.now.kept(since: begin) < .milliseconds(30) {}
    }
    if fault == "sleep" { usleep(30_000) }
    roundsOver += 1
    // The next one begins in another turn.
    try await Task.sleep(for: .milliseconds(20))
  }
  isOver = true
}

// The main queue is run by hand, so that each turn has a beginning and an end, without waiting for work.
var turns = Turns()
while !isOver {
  let begin = ThreadTime.now
  _ = RunLoop.main.run(mode: .default, before: .distantPast)
  turns.add(ThreadTime.now.kept(since: begin), inRound: roundsOver)
  usleep(1000)
}
guard let least = turns.longest.prefix(3).min() else { exit(1) }
print(turns.count, least.components.attoseconds / 1_000_000_000_000 + least.components.seconds * 1_000_000)
