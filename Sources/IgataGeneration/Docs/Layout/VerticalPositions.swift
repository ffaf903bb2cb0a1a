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
  private let segments: [LinkColumns.Segment]
  private let weights: [Double]
  /// The tops of the items of each column if it is as short as possible.
  private var starts: [[Int]] = []
  private var tops: [Double]

  init(_ columns: LinkColumns) {
    self.columns = columns
    segments = columns.segments
    weights = segments.map { Self.weight(of: $0, columns) }
    tops = Array(repeating: 0, count: columns.itemCount)
    for column in columns.columns {
      let starts = starts(of: column)
      self.starts.append(starts)
      let height = (starts.last ?? 0) + (column.last.map { columns.height(of: $0) } ?? 0)
      for (index, item) in column.enumerated() { tops[item] = Double(starts[index]) - Double(height) / 2 }
    }
  }

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
      let starts = starts[index]
      var regression = MonotoneRegression(capacity: column.count)
      for (position, item) in column.enumerated() {
        let (wanted, weight) = wish(of: item, left: fromLeft || byBothSides, right: !fromLeft || byBothSides)
        regression.add(wanted - Double(starts[position]), weight: weight)
      }
      var position = 0
      for block in regression.blocks {
        for _ in 0..<block.count {
          tops[column[position]] = block.sum / block.weight + Double(starts[position])
          position += 1
        }
      }
    }
  }

  /// The mean of the tops at which the segments of an item are straight.
  private func wish(of item: Int, left: Bool, right: Bool) -> (top: Double, weight: Double) {
    // An item without neighbors gives way to all others.
    var (sum, weight) = (0.0001 * tops[item], 0.0001)
    if left {
      for segment in columns.leftSegments[item] {
        sum += weights[segment] * straightTop(of: item, along: segment)
        weight += weights[segment]
      }
    }
    if right {
      for segment in columns.rightSegments[item] {
        sum += weights[segment] * straightTop(of: item, along: segment)
        weight += weights[segment]
      }
    }
    return (sum / weight, weight)
  }

  /// Long links matter most.
  private static func weight(of segment: LinkColumns.Segment, _ columns: LinkColumns) -> Double {
    switch (columns.isBox(segment.left), columns.isBox(segment.right)) {
    case (true, true): 1
    case (false, false): 6
    default: 2
    }
  }

  private func straightTop(of item: Int, along index: Int) -> Double {
    let segment = segments[index]
    return segment.left == item
      ? tops[segment.right] + Double(segment.rightEnd - segment.leftEnd)
      : tops[segment.left] + Double(segment.leftEnd - segment.rightEnd)
  }

  // MARK: Straight lines

  mutating func round() {
    // The distances are whole numbers, so rounding keeps them.
    for (starts, column) in zip(starts, columns.columns) {
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
        var (lowest, highest) = (-Double.infinity, Double.infinity)
        if position > 0 { lowest = tops[column[position - 1]] + Double(distance(column[position - 1], item)) }
        if position + 1 < column.count {
          highest = tops[column[position + 1]] - Double(distance(item, column[position + 1]))
        }
        var best = (top: tops[item], weight: 0.0, distance: 0.0)
        func consider(_ segment: Int) {
          let top = straightTop(of: item, along: segment)
          guard top >= lowest, top <= highest else { return }
          let distance = abs(top - tops[item])
          if weights[segment] > best.weight || weights[segment] == best.weight && distance < best.distance {
            best = (top, weights[segment], distance)
          }
        }
        for segment in columns.leftSegments[item] { consider(segment) }
        for segment in columns.rightSegments[item] { consider(segment) }
        tops[item] = best.top
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
  private(set) var blocks: [(sum: Double, weight: Double, count: Int)] = []

  init(capacity: Int) { blocks.reserveCapacity(capacity) }

  mutating func add(_ value: Double, weight: Double) {
    blocks.append((value * weight, weight, 1))
    while blocks.count > 1 {
      let (last, before) = (blocks[blocks.count - 1], blocks[blocks.count - 2])
      guard before.sum / before.weight > last.sum / last.weight else { return }
      blocks.removeLast()
      blocks[blocks.count - 1] = (before.sum + last.sum, before.weight + last.weight, before.count + last.count)
    }
  }
}
