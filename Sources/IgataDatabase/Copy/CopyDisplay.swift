import Synchronization

/// Shows the progress of a copy on standard error: a bar on a terminal, otherwise a line for each table.
final class CopyDisplay: Sendable {
  private struct State {
    var total: Int64 = 0
    var written: Int64 = 0
    var table = ""
    var isEnded = false
  }

  private let state = Mutex(State())
  private let isTerminal: Bool

  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  func show(_ report: CopyReport) {
    // Written with the lock held, so that the bar is not drawn again after `end` has cleared it.
    state.withLock { state in
      guard !state.isEnded, let text = isTerminal ? bar(report, &state) : line(report) else { return }
      say(text)
    }
  }

  /// Removes the bar. Later reports are not shown.
  func end() {
    state.withLock { $0.isEnded = true }
    if isTerminal { say(ProgressBar.removal) }
  }

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
    return ProgressBar.text(part, state.table)
  }
}
