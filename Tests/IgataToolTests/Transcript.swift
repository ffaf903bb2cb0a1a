import Foundation
import TestSupport

/// A command-line session as text:
///
/// ```
/// # The first character of a line determines its kind. This is a comment.
/// $ igata version > file; cat file nothing
/// | what is printed on standard output
/// ! what is printed on standard error
/// = 1
/// ```
///
/// Lines that begin with `> ` continue a command. An exit status of 0 is omitted.
struct Transcript {
  struct Step {
    /// Comments and empty lines before the command.
    var remarks: [String] = []
    var command: [String] = []
    var expectation: [String] = []
  }

  var steps: [Step] = []
  var trailer: [String] = []

  init(_ text: String) {
    var step = Step()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) {
      switch line.first {
      case "$":
        if !step.command.isEmpty {
          steps.append(step)
          step = Step()
        }
        step.command.append(String(line.dropFirst(2)))
      case ">": step.command.append(String(line.dropFirst(2)))
      case "|", "!", "=", "\\": step.expectation.append(line)
      default:
        if !step.command.isEmpty {
          steps.append(step)
          step = Step()
        }
        step.remarks.append(line)
      }
    }
    if step.command.isEmpty { trailer = step.remarks } else { steps.append(step) }
  }

  /// The text with the actual output of the commands.
  func replayed() throws -> String {
    let scratch = try Scratch()
    var lines: [String] = []
    for step in steps {
      lines += step.remarks
      lines += step.command.enumerated().map { ($0.offset == 0 ? "$ " : "> ") + $0.element }
      lines += Self.lines(of: try scratch.run(step.command.joined(separator: "\n")))
    }
    return (lines + trailer).map { "\($0)\n" }.joined()
  }

  private static func lines(of outcome: Outcome) -> [String] {
    marked("|", outcome.output) + marked("!", outcome.errors) + (outcome.status == 0 ? [] : ["= \(outcome.status)"])
  }

  private static func marked(_ mark: String, _ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? mark : "\(mark) \($0)"
    }
    if text.hasSuffix("\n") { lines.removeLast() } else { lines.append("\\ no line break") }
    return lines
  }
}
