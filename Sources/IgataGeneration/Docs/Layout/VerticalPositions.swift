/// The top of each item, so that segments are short and most of them straight.
func verticalPositions(of columns: LinkColumns) -> [Int] {
  var positions = Positions(columns)
  for round in 0..<12 { positions.settle(fromLeft: round % 2 == 0, byBothSides: round >= 8) }
  positions.round()
  for round in 0..<4 { positions.straighten(fromLeft: round % 2 == 0) }
  return positions.fromTop
}

private struct Positions {
  private let columns: LinkColumns
  private var tops: [Double]

  init(_ columns: LinkColumns) {
    self.columns = columns
    tops = Array(repeating: 0, count: columns.itemCount)
    for column in columns.columns {
      let starts = starts(of: column)
      let height = (starts.last ?? 0) + (column.last.map { columns.height(of: $0) } ?? 0)
      for (index, item) in column.enumerated() { tops[item] = Double(starts[index]) - Double(height) / 2 }
    }
  }

  /// The tops of the items of a column that is as short as possible.
  private func starts(of column: [Int]) -> [Int] {
    var starts: [Int] = []
    var top = 0
    for (index, item) in column.enumerated() {
      if index > 0 { top += distance(column[index - 1], item) }
      starts.append(top)
    }
    return starts
  }

  /// The least distance between the tops of two items of which the second is below the first.
  private func distance(_ above: Int, _ below: Int) -> Int {
    let gap =
      switch (columns.isBox(above), columns.isBox(below)) {
      case (true, true): LayoutGap.boxes
      case (false, false): LayoutGap.lines
      default: LayoutGap.line
      }
    return columns.height(of: above) + gap
  }

  // MARK: Means

  /// Moves the items of each column to where their neighbors are, as far as they don't overlap.
  ///
  /// The tops of a column minimize the sum of squares of all vertical distances.
  mutating func settle(fromLeft: Bool, byBothSides: Bool) {
    for index in fromLeft ? Array(columns.columns.indices) : columns.columns.indices.reversed() {
      let column = columns.columns[index]
      let starts = starts(of: column)
      var regression = MonotoneRegression()
      for (position, item) in column.enumerated() {
        let (wanted, weight) = wish(of: item, left: fromLeft || byBothSides, right: !fromLeft || byBothSides)
        regression.add(wanted - Double(starts[position]), weight: weight)
      }
      for (position, value) in regression.values.enumerated() {
        tops[column[position]] = value + Double(starts[position])
      }
    }
  }

  /// The mean of the tops at which the segments of an item are straight.
  private func wish(of item: Int, left: Bool, right: Bool) -> (top: Double, weight: Double) {
    // An item without neighbors gives way to all others.
    var (sum, weight) = (0.0001 * tops[item], 0.0001)
    let segments = (left ? columns.leftSegments[item] : []) + (right ? columns.rightSegments[item] : [])
    for segment in segments {
      let share = self.weight(of: columns.segments[segment])
      sum += share * straightTop(of: item, along: segment)
      weight += share
    }
    return (sum / weight, weight)
  }

  /// Long links matter most.
  private func weight(of segment: LinkColumns.Segment) -> Double {
    switch (columns.isBox(segment.left), columns.isBox(segment.right)) {
    case (true, true): 1
    case (false, false): 6
    default: 2
    }
  }

  private func straightTop(of item: Int, along index: Int) -> Double {
    let segment = columns.segments[index]
    return segment.left == item
      ? tops[segment.right] + Double(segment.rightEnd - segment.leftEnd)
      : tops[segment.left] + Double(segment.leftEnd - segment.rightEnd)
  }

  // MARK: Straight lines

  mutating func round() {
    // The distances are whole numbers, so rounding keeps them.
    for column in columns.columns {
      let starts = starts(of: column)
      for (index, item) in column.enumerated() {
        tops[item] = Double(rounded(tops[item] - Double(starts[index])) + starts[index])
      }
    }
  }

  /// Moves each item so that one of its segments is straight, if there is room.
  mutating func straighten(fromLeft: Bool) {
    for index in fromLeft ? Array(columns.columns.indices) : columns.columns.indices.reversed() {
      let column = columns.columns[index]
      for (position, item) in column.enumerated() {
        let lowest = position > 0 ? tops[column[position - 1]] + Double(distance(column[position - 1], item)) : -.infinity
        let highest =
          position + 1 < column.count ? tops[column[position + 1]] - Double(distance(item, column[position + 1])) : .infinity
        let wishes = (columns.leftSegments[item] + columns.rightSegments[item]).map { segment in
          (top: straightTop(of: item, along: segment), weight: weight(of: columns.segments[segment]))
        }
        let fitting = wishes.filter { $0.top >= lowest && $0.top <= highest }
        let current = tops[item]
        let best = fitting.min { first, second in
          if first.weight != second.weight { return first.weight > second.weight }
          return abs(first.top - current) < abs(second.top - current)
        }
        if let best { tops[item] = best.top }
      }
    }
  }

  /// The tops as distances from the uppermost one.
  var fromTop: [Int] {
    let highest = tops.min() ?? 0
    return tops.map { rounded($0 - highest) }
  }
}

/// The values that don't decrease and have the least weighted sum of squared differences to given ones.
private struct MonotoneRegression {
  private var blocks: [(sum: Double, weight: Double, count: Int)] = []

  mutating func add(_ value: Double, weight: Double) {
    blocks.append((value * weight, weight, 1))
    while blocks.count > 1 {
      let (last, before) = (blocks[blocks.count - 1], blocks[blocks.count - 2])
      guard before.sum / before.weight > last.sum / last.weight else { return }
      blocks.removeLast()
      blocks[blocks.count - 1] = (before.sum + last.sum, before.weight + last.weight, before.count + last.count)
    }
  }

  var values: [Double] { blocks.flatMap { Array(repeating: $0.sum / $0.weight, count: $0.count) } }
}
