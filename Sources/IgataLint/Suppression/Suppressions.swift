import IgataDiagnostics
import IgataSyntax

/// Everything that authors have silenced in the files of a run.
struct Suppressions {
  private(set) var all: [Suppression] = []
  private(set) var unknown: [UnknownDirective] = []
  /// Indexes into `all`, in the order of their scopes, by file and rule.
  private var places: [Key: [Int]] = [:]

  private struct Key: Hashable {
    var file: Int
    var rule: String
  }

  init(_ trees: [SyntaxTree]) {
    for tree in trees {
      let (comments, unknown) = tree.allowComments()
      self.unknown += unknown
      all += tree.allowAttributes() + comments
    }
    for (index, suppression) in all.enumerated() {
      places[Key(file: suppression.scope.file, rule: suppression.rule), default: []].append(index)
    }
    for key in places.keys {
      places[key]?.sort { left, right in
        let (left, right) = (all[left].scope, all[right].scope)
        return left.start == right.start ? left.end > right.end : left.start < right.start
      }
    }
  }

  /// Parts findings, which stand in the order of the source, into those that are to be reported and those that are
  /// silenced; the innermost suppression is the one that counts as used.
  mutating func part(_ findings: [Diagnostic]) -> (reported: [Diagnostic], suppressed: [SuppressedFinding]) {
    guard !all.isEmpty else { return (findings, []) }
    var reported: [Diagnostic] = []
    var suppressed: [SuppressedFinding] = []
    var sweeps: [Key: Sweep] = [:]
    for finding in findings {
      let key = Key(file: finding.range.file, rule: finding.kind.id)
      guard let places = places[key] else {
        reported.append(finding)
        continue
      }
      var sweep = sweeps[key] ?? Sweep()
      let index = sweep.innermost(at: finding.range.start, places, all)
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

/// A finding that its author has silenced.
public struct SuppressedFinding: Sendable {
  public var diagnostic: Diagnostic
  public var reason: String?

  public init(diagnostic: Diagnostic, reason: String?) {
    self.diagnostic = diagnostic
    self.reason = reason
  }
}

/// The scopes that are open at a place that only moves forward.
private struct Sweep {
  private var next = 0
  private var open: [Int] = []

  mutating func innermost(at offset: Int, _ places: [Int], _ all: [Suppression]) -> Int? {
    while next < places.count, all[places[next]].scope.start <= offset {
      open.append(places[next])
      next += 1
    }
    while let last = open.last, all[last].scope.end <= offset { open.removeLast() }
    return open.last
  }
}
