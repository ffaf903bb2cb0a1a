import Foundation
import IgataRuntime
import IgataSQLite
import Testing

@testable import IgataDatabase

/// The output of the process, and its results when it is stopped.
extension CopyTests {
  /// A process that was killed has copied some of the rows, and another one copies the rest.
  @Test func aKilledProcess() async throws {
    let path = scratch.path("from.sqlite")
    let copied = try await fillCircle(try SQLiteBackend(path: path), count: 3000)
    let arguments = [path, scratch.path("to.sqlite"), "--schema", scratch.path("circle.igata"), "--batch", "1"]
    let process = try CopyProcess(arguments)
    // Its first output comes after it has opened both databases, while it writes the first of thousands of rows.
    process.waitForWords()
    process.kill()
    let status = try CopyProcess(Array(arguments.dropLast(2))).wait()
    #expect(status.code == 0, "\(status.errors)")
    #expect(status.errors.hasSuffix("igata: 9000 rows are the same on both sides\n"), "\(status.errors)")
    #expect(try await count(copied[0], try SQLiteBackend(path: scratch.path("to.sqlite"))) == 3000)
  }

  /// A signal ends it after it has printed how to continue, and the next process continues.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aStoppedProcess(_ signal: Int32) async throws {
    let path = scratch.path("from.sqlite")
    _ = try await fillCircle(try SQLiteBackend(path: path), count: 3000)
    let arguments = [path, scratch.path("to.sqlite"), "--schema", scratch.path("circle.igata"), "--batch", "1"]
    let process = try CopyProcess(arguments)
    process.waitForWords()
    let end = try process.stop(signal)
    #expect(end.signal == signal)
    #expect(end.errors == "igata: stopped; run the same command to continue\n")
    let status = try CopyProcess(Array(arguments.dropLast(2))).wait()
    #expect(status.code == 0 && status.errors.hasSuffix("igata: 9000 rows are the same on both sides\n"))
  }

  /// On a terminal, its last output replaces the bar.
  @Test func aStoppedProcessOnATerminal() async throws {
    let path = scratch.path("from.sqlite")
    _ = try await fillCircle(try SQLiteBackend(path: path), count: 3000)
    let arguments = [path, scratch.path("to.sqlite"), "--schema", scratch.path("circle.igata"), "--batch", "1"]
    let process = try CopyProcess(arguments, isOnTerminal: true)
    process.waitForWords()
    let end = try process.stop(SIGINT)
    #expect(end.signal == SIGINT)
    let bars = end.errors.components(separatedBy: "\r\u{1B}[K")
    #expect(bars.last == "igata: stopped; run the same command to continue\r\n", "\(bars.suffix(3))")
  }

  /// On a terminal there is a bar, which is removed at the end; otherwise a line for each table without control
  /// characters.
  @Test func howFarItIsIsShown() async throws {
    let path = scratch.path("from.sqlite")
    _ = try await fillCircle(try SQLiteBackend(path: path), count: 50)
    let schema = ["--schema", scratch.path("circle.igata"), "--batch", "10"]
    let plain = try CopyProcess([path, scratch.path("plain.sqlite")] + schema).wait()
    #expect(
      plain.errors == """
        igata: 150 rows to copy
        igata: author: 50 rows, the same on both sides
        igata: book: 50 rows, the same on both sides
        igata: book_similar: 50 rows, the same on both sides
        igata: 150 rows are the same on both sides

        """)
    let shown = try CopyProcess([path, scratch.path("shown.sqlite")] + schema, isOnTerminal: true).wait()
    #expect(shown.code == 0)
    let bars = shown.errors.components(separatedBy: "\r\u{1B}[K")
    #expect(
      bars.first == "" && bars.last?.trimmingCharacters(in: .newlines) == "igata: 150 rows are the same on both sides")
    let parts = bars.dropFirst().dropLast().filter { $0.hasPrefix("[") }.map { bar in
      #expect(bar.dropFirst().prefix { $0 == "#" || $0 == "." }.count == 30, "\(bar)")
      return bar.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? -1
    }
    #expect(parts.first == 0 && parts.last == 100 && parts == parts.sorted() && Set(parts).count > 10, "\(parts)")
    #expect(bars.contains { $0.hasSuffix("  author") } && bars.contains { $0.hasSuffix("  comparing book") })
  }
}
