/// Orders the items of each column so that few segments cross: eight sweeps by the means of the neighbors, then exchanges
/// of adjacent items.
func reduceCrossings(of columns: inout LinkColumns) {
  var ordering = Ordering(columns)
  for round in 0..<8 { ordering.sweep(fromLeft: round % 2 == 0) }
  ordering.useBest()
  for _ in 0..<4 { if !ordering.exchangeAdjacent() { break } }
  columns.columns = ordering.order
}

private struct Ordering {
  private let columns: LinkColumns
  private(set) var order: [[Int]]
  private var positions: [Int]
  private var best: (order: [[Int]], crossings: Int)

  init(_ columns: LinkColumns) {
    self.columns = columns
    order = columns.columns
    positions = columns.positions
    best = (order, 0)
    best.crossings = crossings
  }

  /// The location of the end of a segment within a column, in the order of the column.
  private func leftKey(_ segment: Int) -> Int {
    positions[columns.segments[segment].left] << 16 | columns.segments[segment].leftEnd
  }

  private func rightKey(_ segment: Int) -> Int {
    positions[columns.segments[segment].right] << 16 | columns.segments[segment].rightEnd
  }

  // MARK: Sweeps

  /// Orders each column by the means of the neighbors in the column before it.
  mutating func sweep(fromLeft: Bool) {
    let indices = fromLeft ? Array(order.indices.dropFirst()) : order.indices.dropLast().reversed()
    for index in indices {
      let keyed = order[index].map { item in (item: item, key: mean(item, fromLeft: fromLeft)) }
      // The sort must be stable, which the standard library doesn't guarantee.
      order[index] = keyed.enumerated().sorted { left, right in
        left.element.key != right.element.key ? left.element.key < right.element.key : left.offset < right.offset
      }.map(\.element.item)
      for (position, item) in order[index].enumerated() { positions[item] = position }
    }
    let crossings = crossings
    if crossings < best.crossings { best = (order, crossings) }
  }

  private func mean(_ item: Int, fromLeft: Bool) -> Int {
    let segments = fromLeft ? columns.leftSegments[item] : columns.rightSegments[item]
    guard !segments.isEmpty else { return positions[item] << 16 }
    return segments.reduce(0) { $0 + (fromLeft ? leftKey($1) : rightKey($1)) } / segments.count
  }

  mutating func useBest() {
    order = best.order
    for column in order { for (position, item) in column.enumerated() { positions[item] = position } }
  }

  // MARK: Crossings

  private var crossings: Int { columns.channels.reduce(0) { $0 + crossings(in: $1) } }

  private func crossings(in channel: [Int]) -> Int {
    let ends = channel.map { (left: leftKey($0), right: rightKey($0)) }.sorted { $0 < $1 }
    let ranks = Dictionary(
      uniqueKeysWithValues: Set(ends.map(\.right)).sorted().enumerated().map { ($1, $0) })
    var counts = RankCounts(ranks.count)
    var total = 0
    var index = 0
    while index < ends.count {
      // Segments with a common end don't cross.
      let next = ends[index...].firstIndex { $0.left != ends[index].left } ?? ends.count
      for end in ends[index..<next] { total += counts.count(above: ranks[end.right] ?? 0) }
      for end in ends[index..<next] { counts.add(ranks[end.right] ?? 0) }
      index = next
    }
    return total
  }

  // MARK: Exchanges

  /// Exchanges adjacent items whose segments cross less then.
  ///
  /// - Returns: Whether there were any.
  mutating func exchangeAdjacent() -> Bool {
    var isChanged = false
    for index in order.indices where order[index].count > 1 {
      let lefts = order[index].map { columns.leftSegments[$0].map(leftKey).sorted() }
      let rights = order[index].map { columns.rightSegments[$0].map(rightKey).sorted() }
      // The keys of an item move along with it.
      var slots = Array(order[index].indices)
      for position in slots.indices.dropLast() {
        let (above, below) = (slots[position], slots[position + 1])
        let now = Self.crossings(lefts[above], lefts[below]) + Self.crossings(rights[above], rights[below])
        let then = Self.crossings(lefts[below], lefts[above]) + Self.crossings(rights[below], rights[above])
        guard then < now else { continue }
        slots.swapAt(position, position + 1)
        isChanged = true
      }
      order[index] = slots.map { order[index][$0] }
      for (position, item) in order[index].enumerated() { positions[item] = position }
    }
    return isChanged
  }

  /// The crossings of the segments of two items, of which the first is above the second.
  private static func crossings(_ above: [Int], _ below: [Int]) -> Int {
    var count = 0
    var smaller = 0
    for key in above {
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
