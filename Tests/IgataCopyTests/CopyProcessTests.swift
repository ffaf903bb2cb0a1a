import Foundation
import IgataRuntime
import IgataSQLite
import Testing

@testable import IgataCopy

/// What the process says, and what it leaves behind when it is stopped.
extension CopyTests {
  /// A process that is killed has left a part behind, and another one does the rest.
  @Test func aKilledProcess() async throws {
    let path = scratch.path("from.sqlite")
    let copied = try await fillCircle(try SQLiteBackend(path: path), count: 3000)
    let arguments = [path, scratch.path("to.sqlite"), "--schema", scratch.path("circle.igata"), "--batch", "1"]
    let process = try CopyProcess(arguments)
    // Its first words come when it has opened both sides and writes the first of thousands of rows, one by one.
    process.waitForWords()
    process.kill()
    let status = try CopyProcess(Array(arguments.dropLast(2))).wait()
    #expect(status.code == 0, "\(status.errors)")
    #expect(status.errors.hasSuffix("igata: 9000 rows are the same on both sides\n"), "\(status.errors)")
    #expect(try await count(copied[0], try SQLiteBackend(path: scratch.path("to.sqlite"))) == 3000)
  }

  /// Told to stop, it says how to go on, ends by the signal, and the next one goes on.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aStoppedProcess(_ signal: Int32) async throws {
    let path = scratch.path("from.sqlite")
    _ = try await fillCircle(try SQLiteBackend(path: path), count: 3000)
    let arguments = [path, scratch.path("to.sqlite"), "--schema", scratch.path("circle.igata"), "--batch", "1"]
    let process = try CopyProcess(arguments)
    process.waitForWords()
    let end = try process.stop(signal)
    #expect(end.signal == signal)
    #expect(end.errors == "igata: stopped; the same command goes on where this one was\n")
    let status = try CopyProcess(Array(arguments.dropLast(2))).wait()
    #expect(status.code == 0 && status.errors.hasSuffix("igata: 9000 rows are the same on both sides\n"))
  }

  /// On a terminal its last words stand where the bar was.
  @Test func aStoppedProcessOnATerminal() async throws {
    let path = scratch.path("from.sqlite")
    _ = try await fillCircle(try SQLiteBackend(path: path), count: 3000)
    let arguments = [path, scratch.path("to.sqlite"), "--schema", scratch.path("circle.igata"), "--batch", "1"]
    let process = try CopyProcess(arguments, isOnTerminal: true)
    process.waitForWords()
    let end = try process.stop(SIGINT)
    #expect(end.signal == SIGINT)
    let bars = end.errors.components(separatedBy: "\r\u{1B}[K")
    #expect(bars.last == "igata: stopped; the same command goes on where this one was\r\n", "\(bars.suffix(3))")
  }

  /// A bar on a terminal, which is gone at the end; elsewhere a line for each table and nothing that only a terminal
  /// knows.
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
