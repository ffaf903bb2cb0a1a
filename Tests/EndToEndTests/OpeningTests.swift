import Foundation
import TestSupport
import Testing

/// Several processes open one new file at the same time.
@Suite struct OpeningTests {
  private static let count = FuzzingBudget.rounds(150)

  @Test(.timeLimit(.minutes(FuzzingBudget.rounds(30)))) func newFilesOfSeveralProcesses() async throws {
    let scratch = try Scratch()
    let start = Date().timeIntervalSince1970 + 0.5
    let processes = try (0..<3).map { _ in
      let pipe = Pipe()
      let arguments = ["--open", scratch.folder.path, String(Self.count), String(start)]
      let process = Program(built: "OutsideWriter", arguments).process(output: pipe.fileHandleForWriting)
      try process.start()
      try pipe.fileHandleForWriting.close()
      return (process: process, pipe: pipe)
    }
    for (process, pipe) in processes {
      let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(lines == "")
    }
  }
}
