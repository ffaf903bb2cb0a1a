import IgataDiagnostics
import IgataSchema

extension Matching {
  /// Matches the cases of two enums: by `@renamed`, by name, and by raw value, which is what rows have.
  mutating func matchCases(of pair: Pair) {
    guard !match.enums.contains(where: { $0.old == pair.old && $0.new == pair.new }) else { return }
    let (before, after) = (old.enums[pair.old], new.enums[pair.new])
    var result = EnumMatch(old: pair.old, new: pair.new, cases: Array(repeating: nil, count: before.cases.count))
    claimCases(of: pair, &result)
    for (index, item) in before.cases.enumerated() where result.cases[index] == nil {
      result.cases[index] =
        after.cases.firstIndex { $0.name == item.name }
        ?? after.cases.firstIndex { $0.rawValue == item.rawValue && !$0.isUnknown && !item.isUnknown }
    }
    let reserved = Set(after.reservedNames.map(\.name))
    for (index, item) in before.cases.enumerated() where result.cases[index] == nil && !item.isUnknown {
      guard !reserved.contains(item.name) else { continue }
      let added = after.cases.indices.filter { !result.cases.contains($0) }
      reportRemoval(ofCase: item.name, in: pair.new, candidates: added)
    }
    match.enums.append(result)
  }

  private mutating func claimCases(of pair: Pair, _ result: inout EnumMatch) {
    let (before, after) = (old.enums[pair.old], new.enums[pair.new])
    var claimants: [Int: FormerName] = [:]
    for (index, item) in after.cases.enumerated() {
      for former in item.renamedFrom {
        guard let source = before.cases.firstIndex(where: { $0.name == former.name }) else {
          // A name that an earlier version renamed.
          if before.cases.contains(where: { $0.name == item.name }) { continue }
          let free = before.cases.map(\.name).filter { name in !after.cases.contains { $0.name == name } }
          let owner = title(of: .enumeration(pair.new))
          report(.unknownFormerName(former, in: owner, nearest: nearest(former.name, in: free)))
          continue
        }
        if let first = claimants.updateValue(former, forKey: source) {
          report(.claimedTwice(former, by: first.range, isField: false))
        }
        result.cases[source] = index
      }
    }
  }
}
