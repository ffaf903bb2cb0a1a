public import IgataDiagnostics

/// Findings that a project has decided to live with for now: how many of each rule at each place.
///
/// A place is a declaration or a member by its name, so that a baseline holds although lines move.
public struct Baseline: Hashable, Sendable {
  public struct Key: Hashable, Sendable {
    public var file: String
    /// `Account.owner`, or nothing outside of declarations.
    public var place: String
    public var rule: String

    public init(file: String, place: String, rule: String) {
      self.file = file
      self.place = place
      self.rule = rule
    }
  }

  public var counts: [Key: Int]

  public init(counts: [Key: Int] = [:]) { self.counts = counts }

  /// The baseline that holds these findings and nothing else.
  ///
  /// - Parameter names: What each file of the run is called in it.
  public init(_ findings: [Diagnostic], in index: SchemaIndex, names: [String]) {
    self.init()
    for finding in findings { counts[Self.key(of: finding, index, names), default: 0] += 1 }
  }

  private static func key(of finding: Diagnostic, _ index: SchemaIndex, _ names: [String]) -> Key {
    let name = names.indices.contains(finding.range.file) ? names[finding.range.file] : ""
    return Key(file: name, place: index.path(to: finding.range) ?? "", rule: finding.kind.id)
  }

  /// Parts findings into new ones and those that the baseline knows; where there are more at a place than it knows,
  /// the later ones are new.
  ///
  /// - Returns: Also how many findings the baseline holds that are no longer there, among files of the run.
  public func part(
    _ findings: [Diagnostic], in index: SchemaIndex, names: [String]
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
