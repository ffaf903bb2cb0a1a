/// Orders the items of each column so that few segments cross: eight sweeps by the means of the neighbors, then
/// exchanges of adjacent items. In a diagram that is too large to follow its lines, two sweeps do. An order without
/// crossings, as in most small diagrams, is kept.
func reduceCrossings(of columns: inout LinkColumns) {
  let isLarge = columns.itemCount > 10_000
  var ordering = Ordering(columns)
  for round in 0..<(isLarge ? 2 : 8) where ordering.hasCrossings { ordering.sweep(fromLeft: round % 2 == 0) }
  ordering.useBest()
  for _ in 0..<(isLarge ? 1 : 4) where ordering.hasCrossings { if !ordering.exchangeAdjacent() { break } }
  columns.columns = ordering.order
}

private struct Ordering {
  private let columns: LinkColumns
  private(set) var order: [[Int]]
  private var positions: [Int]
  /// Where each segment ends at its left and at its right item, in the order of the column.
  private var leftKeys: [Int]
  private var rightKeys: [Int]
  private var best: (order: [[Int]], crossings: Int)

  init(_ columns: LinkColumns) {
    self.columns = columns
    order = columns.columns
    positions = Array(repeating: 0, count: columns.itemCount)
    leftKeys = columns.segments.map(\.leftEnd)
    rightKeys = columns.segments.map(\.rightEnd)
    best = (order, 0)
    for column in order { number(column) }
    best.crossings = crossings
  }

  /// Whether segments cross in the best order so far.
  var hasCrossings: Bool { best.crossings > 0 }

  /// Numbers the items of a column.
  private mutating func number(_ column: [Int]) {
    for (position, item) in column.enumerated() {
      positions[item] = position
      for segment in columns.rightSegments[item] { leftKeys[segment] = position << 16 | leftKeys[segment] & 0xFFFF }
      for segment in columns.leftSegments[item] { rightKeys[segment] = position << 16 | rightKeys[segment] & 0xFFFF }
    }
  }

  // MARK: Sweeps

  /// Orders each column by the means of the neighbors in the column before it.
  mutating func sweep(fromLeft: Bool) {
    let indices = fromLeft ? Array(order.indices.dropFirst()) : order.indices.dropLast().reversed()
    for index in indices {
      let column = order[index]
      let means = column.map { mean($0, fromLeft: fromLeft) }
      // The sort must be stable, which the standard library doesn't guarantee.
      order[index] = column.indices.sorted { (means[$0], $0) < (means[$1], $1) }.map { column[$0] }
      number(order[index])
    }
    let crossings = crossings
    if crossings < best.crossings { best = (order, crossings) }
  }

  private func mean(_ item: Int, fromLeft: Bool) -> Int {
    let segments = fromLeft ? columns.leftSegments[item] : columns.rightSegments[item]
    if segments.isEmpty { return positions[item] << 16 }
    var sum = 0
    for segment in segments { sum += fromLeft ? leftKeys[segment] : rightKeys[segment] }
    return sum / segments.count
  }

  mutating func useBest() {
    order = best.order
    for column in order { number(column) }
  }

  // MARK: Crossings

  private var crossings: Int { columns.channels.reduce(0) { $0 + crossings(in: $1) } }

  private func crossings(in channel: [Int]) -> Int {
    if channel.count < 2 { return 0 }
    // Both keys in one number, which is sorted faster than a pair.
    let ends = channel.map { leftKeys[$0] << 32 | rightKeys[$0] }.sorted()
    let ranks = ranks(of: ends.map { $0 & 0xFFFF_FFFF })
    var counts = RankCounts(ranks.count)
    var total = 0
    var index = 0
    while index < ends.count {
      // Segments with a common end don't cross.
      var next = index + 1
      while next < ends.count, ends[next] >> 32 == ends[index] >> 32 { next += 1 }
      for end in index..<next { total += counts.count(above: ranks[end]) }
      for end in index..<next { counts.add(ranks[end]) }
      index = next
    }
    return total
  }

  /// The rank of each key; equal keys have the same rank.
  private func ranks(of keys: [Int]) -> [Int] {
    let sorted = keys.indices.map { keys[$0] << 20 | $0 }.sorted()
    var ranks = [Int](repeating: 0, count: keys.count)
    var rank = -1
    var last = -1
    for entry in sorted {
      if entry >> 20 != last { rank += 1 }
      last = entry >> 20
      ranks[entry & 0xFFFFF] = rank
    }
    return ranks
  }

  // MARK: Exchanges

  /// Exchanges adjacent items whose segments cross less then.
  ///
  /// - Returns: Whether there were any.
  mutating func exchangeAdjacent() -> Bool {
    var isChanged = false
    for index in order.indices where order[index].count > 1 {
      let lefts = order[index].map { SortedKeys(of: columns.leftSegments[$0], in: leftKeys) }
      let rights = order[index].map { SortedKeys(of: columns.rightSegments[$0], in: rightKeys) }
      // The keys of an item move along with it.
      var slots = Array(order[index].indices)
      for position in slots.indices.dropLast() {
        let (above, below) = (slots[position], slots[position + 1])
        let now = lefts[above].crossings(above: lefts[below]) + rights[above].crossings(above: rights[below])
        let then = lefts[below].crossings(above: lefts[above]) + rights[below].crossings(above: rights[above])
        guard then < now else { continue }
        slots.swapAt(position, position + 1)
        isChanged = true
      }
      order[index] = slots.map { order[index][$0] }
      number(order[index])
    }
    return isChanged
  }
}

/// The keys of the segments at a side of an item, in ascending order. Most items have one, which needs no array.
private enum SortedKeys {
  case none
  case one(Int)
  case several([Int])

  init(of segments: [Int], in keys: [Int]) {
    switch segments.count {
    case 0: self = .none
    case 1: self = .one(keys[segments[0]])
    default: self = .several(segments.map { keys[$0] }.sorted())
    }
  }

  private var list: [Int] {
    switch self {
    case .none: []
    case .one(let key): [key]
    case .several(let keys): keys
    }
  }

  /// The crossings of the segments with those of an item below.
  func crossings(above other: SortedKeys) -> Int {
    switch (self, other) {
    case (.none, _), (_, .none): return 0
    case (.one(let above), .one(let below)): return below < above ? 1 : 0
    default: break
    }
    let below = other.list
    var count = 0
    var smaller = 0
    for key in list {
      while smaller < below.count, below[smaller] < key { smaller += 1 }
      count += smaller
    }
    return count
  }
}

/// Numbers of occurrences by rank, with sums in logarithmic time.
private struct RankCounts {
  private var sums: [Int]
  private var total = 0

  init(_ count: Int) { sums = Array(repeating: 0, count: count + 1) }

  mutating func add(_ rank: Int) {
    total += 1
    var index = rank + 1
    while index < sums.count {
      sums[index] += 1
      index += index & -index
    }
  }

  func count(above rank: Int) -> Int {
    var index = rank + 1
    var below = 0
    while index > 0 {
      below += sums[index]
      index -= index & -index
    }
    return total - below
  }
}
