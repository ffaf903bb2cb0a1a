public import IgataDiagnostics
public import IgataSchema

/// Findings that a project accepts for now: the number of findings of each rule at each declaration or member.
///
/// Declarations and members are identified by name, so that a baseline remains valid when lines move.
public struct Baseline: Hashable, Sendable {
  public struct Key: Hashable, Sendable {
    public var file: String
    /// `Account.owner`, or empty outside of declarations.
    public var path: String
    public var rule: String

    public init(file: String, path: String, rule: String) {
      self.file = file
      self.path = path
      self.rule = rule
    }
  }

  public var counts: [Key: Int]

  public init(counts: [Key: Int] = [:]) { self.counts = counts }

  /// A baseline with exactly these findings.
  ///
  /// - Parameter names: The name of each file of the run in the baseline.
  public init(_ findings: [Diagnostic], in index: Declarations, names: [String]) {
    self.init()
    for finding in findings { counts[Self.key(of: finding, index, names), default: 0] += 1 }
  }

  /// This baseline with exactly these findings in the files of a run, and its own in other files.
  public func updated(with findings: [Diagnostic], in index: Declarations, names: [String]) -> Baseline {
    var updated = Baseline(findings, in: index, names: names)
    let files = Set(names)
    updated.counts.merge(counts.filter { !files.contains($0.key.file) }) { new, _ in new }
    return updated
  }

  private static func key(of finding: Diagnostic, _ index: Declarations, _ names: [String]) -> Key {
    let name = names.indices.contains(finding.range.file) ? names[finding.range.file] : ""
    return Key(file: name, path: index.path(to: finding.range) ?? "", rule: finding.kind.id)
  }

  /// Splits findings into new ones and those in the baseline. If there are more at a declaration or a member than in
  /// the baseline, the later ones are new.
  ///
  /// - Returns: The new and the known findings, and the number of findings in the baseline that no longer exist in the
  ///   files of the run.
  public func partition(
    _ findings: [Diagnostic], in index: Declarations, names: [String]
  ) -> (new: [Diagnostic], known: [Diagnostic], goneCount: Int) {
    var left = counts
    var (new, known): ([Diagnostic], [Diagnostic]) = ([], [])
    for finding in findings {
      let key = Self.key(of: finding, index, names)
      if let count = left[key], count > 0 {
        left[key] = count - 1
        known.append(finding)
      } else {
        new.append(finding)
      }
    }
    let files = Set(names)
    let gone = left.reduce(0) { sum, entry in
      guard files.contains(entry.key.file) else { return sum }
      let (next, overflows) = sum.addingReportingOverflow(entry.value)
      return overflows ? Int.max : next
    }
    return (new, known, gone)
  }
}
