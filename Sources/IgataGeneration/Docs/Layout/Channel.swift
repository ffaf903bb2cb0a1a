/// The segments between two columns, each bundle with a vertical line of its own unless it is straight.
struct Channel {
  /// A bundle between two columns.
  private struct Wire {
    let bundle: Int
    var lefts: [Int] = []
    var rights: [Int] = []
    var track = 0

    var top: Int { min(lefts.min() ?? 0, rights.min() ?? 0) }
    var bottom: Int { max(lefts.max() ?? 0, rights.max() ?? 0) }
    var isStraight: Bool { top == bottom }
  }

  /// The track of each bundle that isn't straight, from the left.
  private(set) var tracks: [Int: Int] = [:]
  private(set) var trackCount = 0

  /// - Parameter tops: The top of each item.
  init(_ columns: LinkColumns, _ segments: [Int], at tops: [Int]) {
    var wires: [Wire] = []
    var known: [Int: Int] = [:]
    for index in segments {
      let segment = columns.segments[index]
      if known[segment.bundle] == nil {
        known[segment.bundle] = wires.count
        wires.append(Wire(bundle: segment.bundle))
      }
      guard let wire = known[segment.bundle] else { continue }
      wires[wire].lefts.append(tops[segment.left] + segment.leftEnd)
      wires[wire].rights.append(tops[segment.right] + segment.rightEnd)
    }
    wires = Self.ordered(wires.filter { !$0.isStraight })
    assignTracks(&wires)
    for wire in wires { tracks[wire.bundle] = wire.track }
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
      for index in order.indices.dropLast() where cost(order[index + 1], order[index]) < cost(order[index], order[index + 1]) {
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
    var cost = 0
    for y in Set(second.lefts) where y > first.top && y < first.bottom { cost += 1 }
    for y in Set(first.rights) where y > second.top && y < second.bottom { cost += 1 }
    for y in first.rights { if second.lefts.contains(where: { abs($0 - y) < 4 }) { cost += 20 } }
    return cost
  }

  /// Gives wires whose spans overlap tracks in their order.
  private mutating func assignTracks(_ wires: inout [Wire]) {
    for index in wires.indices {
      var track = 0
      for earlier in wires[..<index]
      where earlier.top < wires[index].bottom + LayoutGap.lines && wires[index].top < earlier.bottom + LayoutGap.lines {
        track = max(track, earlier.track + 1)
      }
      wires[index].track = track
      trackCount = max(trackCount, track + 1)
    }
  }

  /// The distance between the columns beside it.
  var width: Int { 2 * LayoutGap.ends + max(trackCount - 1, 0) * LayoutGap.lines }
}
