/// The merge of a list that the program changed, or made, with the list as it is stored.
struct ListMerge {
  typealias Member = (position: Int64, key: StoredKey)

  /// The keys of the merged list.
  let keys: [StoredKey]
  /// The members whose rows are deleted.
  private(set) var removed: [StoredKey] = []
  /// The members whose rows are written.
  private(set) var changed: [Member] = []

  /// - Parameters:
  ///   - mine: The program's list.
  ///   - base: The list as it was read; `nil` if the program made it, which then replaces the stored one.
  ///   - stored: The list as it is stored, in the order of its positions.
  ///   - isOrdered: Whether positions are stored.
  init(_ mine: [StoredKey], base: [StoredKey]?, stored: [Member], isOrdered: Bool) {
    keys = Self.merge(mine, base: base, stored: stored)
    if stored.isEmpty {
      changed = keys.indices.map { (Int64($0), keys[$0]) }
      return
    }
    let kept = Set(keys)
    removed = stored.filter { !kept.contains($0.key) }.map(\.key)
    let positions = Dictionary(stored.map { ($0.key, $0.position) }, uniquingKeysWith: { first, _ in first })
    let wanted = isOrdered ? Self.positions(of: keys, stored: positions) : keys.map { positions[$0] ?? 0 }
    for (key, position) in zip(keys, wanted) where positions[key] != position { changed.append((position, key)) }
  }

  /// The program's list without what others removed since it was read, then what others added since.
  private static func merge(_ mine: [StoredKey], base: [StoredKey]?, stored: [Member]) -> [StoredKey] {
    var seen = Set<StoredKey>(minimumCapacity: mine.count)
    guard let base else { return mine.filter { seen.insert($0).inserted } }
    let (wasThere, isThere) = (Set(base), Set(stored.map(\.key)))
    let kept = mine.filter { (isThere.contains($0) || !wasThere.contains($0)) && seen.insert($0).inserted }
    return kept + stored.map(\.key).filter { !wasThere.contains($0) && seen.insert($0).inserted }
  }

  /// The positions of a list: those that its members have, in ascending order, and then numbers for new members. So the
  /// rows of members that were neither moved nor added don't change.
  private static func positions(of keys: [StoredKey], stored: [StoredKey: Int64]) -> [Int64] {
    var positions = keys.compactMap { stored[$0] }.sorted()
    let (next, isOverflow) = (positions.last ?? -1).addingReportingOverflow(Int64(keys.count - positions.count) + 1)
    // Others may have stored any positions.
    if isOverflow || Set(positions).count < positions.count { return keys.indices.map { Int64($0) } }
    positions += (next - Int64(keys.count - positions.count))..<next
    return positions
  }
}
