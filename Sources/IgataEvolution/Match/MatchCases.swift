import IgataDiagnostics
import IgataSchema

extension Matching {
  /// Matches the cases of two enums: by `@renamed`, by name, and by raw value, which is what rows have.
  mutating func matchCases(of oldEnum: Int, _ newEnum: Int) {
    guard !match.enums.contains(where: { $0.old == oldEnum && $0.new == newEnum }) else { return }
    let (before, after) = (old.enums[oldEnum], new.enums[newEnum])
    var result = EnumMatch(old: oldEnum, new: newEnum, cases: Array(repeating: nil, count: before.cases.count))
    matchRenamedCases(&result)
    for (index, item) in before.cases.enumerated() where result.cases[index] == nil {
      result.cases[index] =
        after.cases.firstIndex { $0.name == item.name }
        ?? after.cases.firstIndex { $0.rawValue == item.rawValue && !$0.isUnknown && !item.isUnknown }
    }
    let reserved = Set(after.reservedNames.map(\.name))
    for (index, item) in before.cases.enumerated() where result.cases[index] == nil && !item.isUnknown {
      guard !reserved.contains(item.name) else { continue }
      let added = after.cases.indices.filter { !result.cases.contains($0) }
      reportRemoval(ofCase: item.name, in: newEnum, candidates: added)
    }
    match.enums.append(result)
  }

  private mutating func matchRenamedCases(_ result: inout EnumMatch) {
    let (before, after) = (old.enums[result.old], new.enums[result.new])
    // The former names by which old ones are used, by the indexes of these.
    var users: [Int: FormerName] = [:]
    for (index, item) in after.cases.enumerated() {
      for former in item.renamedFrom {
        guard let source = before.cases.firstIndex(where: { $0.name == former.name }) else {
          // A name that an earlier version renamed.
          if before.cases.contains(where: { $0.name == item.name }) { continue }
          let free = before.cases.map(\.name).filter { name in !after.cases.contains { $0.name == name } }
          let owner = title(of: .enumeration(result.new))
          report(.unknownFormerName(former, in: owner, nearest: nearest(former.name, in: free)))
          continue
        }
        if let first = users.updateValue(former, forKey: source) {
          report(.claimedTwice(former, by: first.range, isField: false))
        }
        result.cases[source] = index
      }
    }
  }
}
