import IgataDiagnostics

/// What one stage has found, up to a bound: a file with more errors is no schema, and nobody reads its report.
struct Findings {
  /// How many findings of a file are reported.
  static let limit = 10_000

  /// One more than are reported, so that it shows that there are more.
  private(set) var kept: [Diagnostic] = []
  /// How many there were, those that were not kept included.
  private(set) var count = 0

  mutating func append(_ finding: Diagnostic) {
    count += 1
    if kept.count <= Self.limit { kept.append(finding) }
  }

  /// Takes back all but the first `count` findings.
  mutating func truncate(to count: Int) {
    kept.removeLast(max(0, kept.count - count))
    self.count = min(self.count, count)
  }
}

/// The findings of all stages in source order, up to the bound.
func joined(_ findings: Findings...) -> [Diagnostic] {
  let all = findings.flatMap(\.kept).sortedInSourceOrder()
  guard all.count > Findings.limit else { return all }
  return all.prefix(Findings.limit) + [.tooManyFindings(limit: Findings.limit, at: all[Findings.limit].range)]
}
