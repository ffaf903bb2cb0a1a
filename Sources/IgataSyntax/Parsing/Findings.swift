import IgataDiagnostics

/// The findings of one stage, up to a limit: a file with more errors most likely isn't a schema, and nobody would read
/// the whole report.
struct Findings {
  /// The maximum number of findings that are reported for a file.
  static let limit = 10_000

  /// At most one more than the limit, so that the report can state that there are more.
  private(set) var kept: [Diagnostic] = []
  /// The number of findings, including those that weren't kept.
  private(set) var count = 0

  mutating func append(_ finding: Diagnostic) {
    count += 1
    if kept.count <= Self.limit { kept.append(finding) }
  }

  /// Removes all but the first `count` findings.
  mutating func truncate(to count: Int) {
    kept.removeLast(max(0, kept.count - count))
    self.count = min(self.count, count)
  }
}

/// The parts of a text that the parser has skipped for a reason that was reported. Errors in single tokens inside them
/// aren't reported again.
struct SkippedText {
  private var ranges: [Range<Int>] = []
  /// The offsets of tokens whose own findings are the reported reason.
  private var reasons: Set<Int> = []

  mutating func skip(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if let last = ranges.last, last.upperBound >= range.lowerBound, last.lowerBound <= range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
  }

  /// Keeps the finding of the token that starts here.
  mutating func keep(_ offset: Int) { reasons.insert(offset) }

  /// The findings without those in skipped text. An unclosed token that extends to the end of the file is always
  /// reported.
  func withoutSkipped(_ findings: Findings) -> Findings {
    guard !ranges.isEmpty else { return findings }
    var result = Findings()
    for finding in findings.kept where !isSkipped(finding) { result.append(finding) }
    return result
  }

  private func isSkipped(_ finding: Diagnostic) -> Bool {
    let start = finding.range.start
    guard finding.kind != .unterminatedComment, finding.kind != .unterminatedString, !reasons.contains(start) else {
      return false
    }
    // The ranges are sorted.
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= start { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(start)
  }
}

/// The findings of all stages in source order, up to the limit.
func joined(_ findings: Findings...) -> [Diagnostic] {
  let all = findings.flatMap(\.kept).sortedInSourceOrder()
  guard all.count > Findings.limit else { return all }
  return all.prefix(Findings.limit) + [.tooManyFindings(limit: Findings.limit, at: all[Findings.limit].range)]
}

extension [Diagnostic] {
  /// Merges all findings that remove the same punctuation after members into one, because they have the same cause.
  func mergingLineEnds() -> [Diagnostic] {
    var first: [String: Int] = [:]
    var result: [Diagnostic] = []
    for finding in self {
      let isHabit = ["unexpected character ';'", "unexpected character '!'", "unexpected ','"].contains(finding.message)
      guard isHabit, finding.fixes.count == 1, finding.fixes[0].isSafe, finding.fixes[0].edits.count == 1,
        finding.fixes[0].edits[0].replacement.isEmpty
      else {
        result.append(finding)
        continue
      }
      if let index = first[finding.message] {
        result[index].fixes[0].edits += finding.fixes[0].edits
      } else {
        first[finding.message] = result.count
        result.append(finding)
      }
    }
    return result
  }
}
