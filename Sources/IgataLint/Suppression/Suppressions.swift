import IgataDiagnostics
import IgataSyntax

/// The suppressions in the files of a run.
struct Suppressions {
  private(set) var all: [Suppression] = []
  /// The comments for the linter that have no effect.
  private(set) var ineffective: [Directive] = []
  /// Indexes into `all`, sorted by scope, by file and rule.
  private var indexes: [Key: [Int]] = [:]

  private struct Key: Hashable {
    var file: Int
    var rule: String
  }

  init(_ trees: [SyntaxTree]) {
    for tree in trees {
      let (comments, ineffective) = tree.allowComments()
      self.ineffective += ineffective
      all += tree.allowAttributes() + comments
    }
    for (index, suppression) in all.enumerated() {
      indexes[Key(file: suppression.scope.file, rule: suppression.rule), default: []].append(index)
    }
    for key in indexes.keys {
      indexes[key]?.sort { left, right in
        let (left, right) = (all[left].scope, all[right].scope)
        return left.start == right.start ? left.end > right.end : left.start < right.start
      }
    }
  }

  /// Splits findings, which are in source order, into those to report and those that are suppressed. The innermost
  /// suppression counts as used.
  mutating func partition(_ findings: [Diagnostic]) -> (reported: [Diagnostic], suppressed: [SuppressedFinding]) {
    guard !all.isEmpty else { return (findings, []) }
    var reported: [Diagnostic] = []
    var suppressed: [SuppressedFinding] = []
    var sweeps: [Key: Sweep] = [:]
    for finding in findings {
      let key = Key(file: finding.range.file, rule: finding.kind.id)
      guard let indexes = indexes[key] else {
        reported.append(finding)
        continue
      }
      var sweep = sweeps[key] ?? Sweep()
      let index = sweep.innermost(at: finding.range.start, indexes, all)
      sweeps[key] = sweep
      guard let index else {
        reported.append(finding)
        continue
      }
      all[index].isUsed = true
      suppressed.append(SuppressedFinding(diagnostic: finding, reason: all[index].reason))
    }
    return (reported, suppressed)
  }
}

/// A finding that is suppressed in the source.
public struct SuppressedFinding: Sendable {
  public var diagnostic: Diagnostic
  public var reason: String?
}

/// The scopes that are open at an offset that only increases.
private struct Sweep {
  private var next = 0
  private var open: [Int] = []

  mutating func innermost(at offset: Int, _ indexes: [Int], _ all: [Suppression]) -> Int? {
    while next < indexes.count, all[indexes[next]].scope.start <= offset {
      open.append(indexes[next])
      next += 1
    }
    while let last = open.last, all[last].scope.end <= offset { open.removeLast() }
    return open.last
  }
}
