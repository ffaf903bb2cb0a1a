import Foundation
import Synchronization

/// Shows on standard error how far a copy is: a bar on a terminal, a line for each table elsewhere.
final class CopyDisplay: Sendable {
  private struct State {
    var total: Int64 = 0
    var written: Int64 = 0
    var table = ""
    var isOver = false
  }

  private let state = Mutex(State())
  private let isTerminal: Bool

  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  func show(_ report: CopyReport) {
    // Said while nobody can clear the bar, which it would draw again.
    state.withLock { state in
      guard !state.isOver, let text = isTerminal ? bar(report, &state) : line(report) else { return }
      Self.say(text)
    }
  }

  /// Clears the bar, and shows none again.
  func end() {
    state.withLock { $0.isOver = true }
    if isTerminal { Self.say("\r\u{1B}[K") }
  }

  static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  private func line(_ report: CopyReport) -> String? {
    switch report {
    case .began(let rows): "igata: \(rows) rows to copy\n"
    case .compared(let table, let rows): "igata: \(table): \(rows) rows, the same on both sides\n"
    case .wrote, .linked: nil
    }
  }

  private func bar(_ report: CopyReport, _ state: inout State) -> String? {
    switch report {
    case .began(let rows): state.total = rows
    case .wrote(let table, let rows):
      state.written += Int64(rows)
      state.table = table
    case .linked(let table, _), .compared(let table, _): state.table = "comparing \(table)"
    }
    let part = state.total == 0 ? 100 : Int(min(100, 100 * Double(state.written) / Double(state.total)))
    let filled = part * 30 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    return "\r\u{1B}[K[\(bar)] \(part) %  \(state.table)"
  }
}
