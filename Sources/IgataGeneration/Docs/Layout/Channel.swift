import IgataDiagnostics

/// The segments between two columns, each bundle with a vertical line of its own unless it is straight.
struct Channel {
  /// A bundle between two columns.
  private struct Wire {
    /// The range of its segments among those of the channel.
    let segments: Range<Int>
    /// Where it meets both columns, in ascending order, each once.
    let lefts: [Int]
    let rights: [Int]
    let top: Int
    let bottom: Int
    var track = 0

    init(_ segments: Range<Int>, _ lefts: [Int], _ rights: [Int]) {
      self.segments = segments
      self.lefts = Self.ascending(lefts)
      self.rights = Self.ascending(rights)
      top = min(self.lefts.first ?? 0, self.rights.first ?? 0)
      bottom = max(self.lefts.last ?? 0, self.rights.last ?? 0)
    }

    private static func ascending(_ numbers: [Int]) -> [Int] {
      if numbers.count < 2 { return numbers }
      return numbers.sorted().reduce(into: []) { result, number in
        if result.last != number { result.append(number) }
      }
    }

    var isStraight: Bool { top == bottom }
  }

  private(set) var trackCount = 0

  /// - Parameters:
  ///   - segments: Those of the channel. Those of a bundle follow each other.
  ///   - tops: The top of each item.
  ///   - tracks: Gets the track of each segment whose bundle isn't straight, from the left.
  init(_ columns: LinkColumns, _ segments: [Int], at tops: [Int], _ tracks: inout [Int]) {
    func left(_ index: Int) -> Int {
      let segment = columns.segments[segments[index]]
      return tops[segment.left] + segment.leftEnd
    }
    func right(_ index: Int) -> Int {
      let segment = columns.segments[segments[index]]
      return tops[segment.right] + segment.rightEnd
    }
    var wires: [Wire] = []
    var start = 0
    while start < segments.count {
      let bundle = columns.segments[segments[start]].bundle
      var end = start + 1
      while end < segments.count, columns.segments[segments[end]].bundle == bundle { end += 1 }
      defer { start = end }
      // Most bundles are one segment here.
      if end == start + 1, left(start) == right(start) { continue }
      let wire = Wire(start..<end, (start..<end).map(left), (start..<end).map(right))
      if !wire.isStraight { wires.append(wire) }
    }
    wires = Self.ordered(wires)
    assignTracks(&wires)
    for wire in wires { for index in wire.segments { tracks[segments[index]] = wire.track } }
  }

  /// Orders wires from left to right, so that few of them cross.
  private static func ordered(_ wires: [Wire]) -> [Wire] {
    // Of two wires that lead down, the lower one comes first; of two that lead up, the upper one.
    func key(_ wire: Wire) -> Int {
      let start = wire.lefts.reduce(0, +) / wire.lefts.count
      let end = wire.rights.reduce(0, +) / wire.rights.count
      return start < end ? -start : start
    }
    let keys = wires.map(key)
    var order = wires.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { wires[$0] }
    for _ in 0..<8 {
      var isChanged = false
      for index in order.indices.dropLast()
      where cost(order[index + 1], order[index]) < cost(order[index], order[index + 1]) {
        order.swapAt(index, index + 1)
        isChanged = true
      }
      if !isChanged { break }
    }
    return order
  }

  /// The crossings of two wires, of which the first is on the left. Lines that would cover each other count more.
  private static func cost(_ first: Wire, _ second: Wire) -> Int {
    guard first.top <= second.bottom + LayoutGap.lines, second.top <= first.bottom + LayoutGap.lines else { return 0 }
    return count(second.lefts, above: first.top, below: first.bottom)
      + count(first.rights, above: second.top, below: second.bottom) + 20 * coverings(first.rights, second.lefts)
  }

  /// How many of ascending numbers are between two bounds.
  private static func count(_ numbers: [Int], above low: Int, below high: Int) -> Int {
    guard low < high else { return 0 }
    return numbers.partitionIndex { $0 >= high } - numbers.partitionIndex { $0 > low }
  }

  /// How many of ascending numbers are almost equal to one of others.
  private static func coverings(_ numbers: [Int], _ others: [Int]) -> Int {
    var result = 0
    for number in numbers {
      let next = others.partitionIndex { $0 >= number - 3 }
      if next < others.count, others[next] <= number + 3 { result += 1 }
    }
    return result
  }

  /// Gives wires whose spans overlap tracks in their order.
  private mutating func assignTracks(_ wires: inout [Wire]) {
    var heights = TrackHeights(of: wires.map { $0.top..<$0.bottom + LayoutGap.lines })
    for index in wires.indices {
      wires[index].track = heights.put(index)
      trackCount = max(trackCount, wires[index].track + 1)
    }
  }

  /// The distance between the columns beside it.
  var width: Int { 2 * LayoutGap.ends + max(trackCount - 1, 0) * LayoutGap.lines }
}
