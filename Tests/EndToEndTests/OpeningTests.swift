import Foundation
import Testing

/// Several processes open one new file at the same moment. `IGATA_OPENINGS` asks for more files.
@Suite struct OpeningTests {
  private static let count = ProcessInfo.processInfo.environment["IGATA_OPENINGS"].flatMap { Int($0) } ?? 150

  @Test(.timeLimit(.minutes(30))) func newFilesOfSeveralProcesses() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let start = Date().timeIntervalSince1970 + 0.5
    let processes = try (0..<3).map { _ in
      let process = Process()
      process.executableURL = productsFolder.appendingPathComponent("OutsideWriter")
      process.arguments = ["--open", folder.path, String(Self.count), String(start)]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
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
