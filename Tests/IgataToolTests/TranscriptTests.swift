import Foundation
import Testing

/// If the transcripts can't be listed, a placeholder that doesn't exist fails instead.
private let transcripts = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? ["transcripts.txt"])
  .filter { $0.hasSuffix(".txt") }.sorted()

private let folder = testsFolder.appendingPathComponent("Transcripts")

/// The command line behaves as the sessions in `Transcripts/` show.
@Test(.timeLimit(.minutes(10)), arguments: transcripts)
func commandLineBehaves(_ name: String) throws {
  let file = folder.appendingPathComponent(name)
  let expected = try String(contentsOf: file, encoding: .utf8)
  let actual = try Transcript(expected).replayed()
  guard actual != expected else { return }
  if updatesGoldens { try actual.write(to: file, atomically: true, encoding: .utf8) }
  Issue.record("\(name) went otherwise (UPDATE_GOLDENS=1 rewrites it):\n\(firstDifference(expected, actual))")
}

private func firstDifference(_ expected: String, _ actual: String) -> String {
  let (left, right) = (lines(expected), lines(actual))
  let same = zip(left, right).prefix { $0 == $1 }.count
  func excerpt(_ lines: [Substring], _ mark: String) -> String {
    lines[max(0, same - 3)..<min(lines.count, same + 12)].map { "\(mark) \($0)" }.joined(separator: "\n")
  }
  return "line \(same + 1), expected:\n\(excerpt(left, "-"))\nactual:\n\(excerpt(right, "+"))"
}

private func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
