/// Boxes in columns, and the links between them cut into segments, each of which leads from a column to the next.
///
/// Links with the same end are one bundle: where a bundle passes a column, it has one bend there, however many links it
/// has.
struct LinkColumns {
  /// Links that end at the same side of a box, in the same way.
  struct Bundle {
    let target: Int
    let ending: Int
    /// Whether the links lead from left to right.
    let isForward: Bool
    var links: [Int] = []
  }

  /// A part of a bundle between two columns. Items are boxes, followed by bends.
  struct Segment {
    let bundle: Int
    let left: Int
    let right: Int
    /// The link that starts here, if one end is its source.
    let link: Int?
    /// The distances from the tops of both items.
    var leftEnd = 0
    var rightEnd = 0
  }

  let graph: LayoutGraph
  private(set) var bundles: [Bundle] = []
  /// The items of each column, from its top.
  var columns: [[Int]]
  private(set) var segments: [Segment] = []
  /// The segments to the left and to the right of each item.
  private(set) var leftSegments: [[Int]]
  private(set) var rightSegments: [[Int]]
  /// The segments after each column.
  private(set) var channels: [[Int]]
  /// The column of each item.
  private(set) var column: [Int]
  /// The links from each box to itself.
  private(set) var loops: [[Int]]

  var itemCount: Int { column.count }

  func isBox(_ item: Int) -> Bool { item < graph.boxes.count }

  func height(of item: Int) -> Int { isBox(item) ? graph.boxes[item].height : 0 }

  /// - Parameter column: The column of each box.
  init(_ graph: LayoutGraph, _ column: [Int]) {
    self.graph = graph
    self.column = column
    columns = Array(repeating: [], count: (column.max() ?? 0) + 1)
    channels = Array(repeating: [], count: columns.count)
    leftSegments = Array(repeating: [], count: column.count)
    rightSegments = leftSegments
    loops = leftSegments
    bundleLinks()
    for bundle in bundles.indices { cut(bundle) }
    arrange()
    setEnds()
  }

  private struct End: Hashable {
    let target: Int
    let ending: Int
    let isForward: Bool
  }

  private mutating func bundleLinks() {
    var known: [End: Int] = [:]
    for (index, link) in graph.links.enumerated() {
      guard link.source != link.target else {
        loops[link.source].append(index)
        continue
      }
      let isForward = column[link.source] < column[link.target]
      let end = End(target: link.target, ending: link.ending, isForward: isForward)
      if known[end] == nil {
        known[end] = bundles.count
        bundles.append(Bundle(target: link.target, ending: link.ending, isForward: isForward))
      }
      if let bundle = known[end] { bundles[bundle].links.append(index) }
    }
  }

  /// Cuts a bundle into segments.
  private mutating func cut(_ index: Int) {
    let bundle = bundles[index]
    let step = bundle.isForward ? -1 : 1
    let target = column[bundle.target]
    let farthest = bundle.links.map { (column[graph.links[$0].source] - target) * step }.max() ?? 0
    var nearer = bundle.target
    for distance in 1...max(farthest, 1) {
      let here = target + distance * step
      for link in bundle.links where column[graph.links[link].source] == here {
        add(index, from: graph.links[link].source, to: nearer, link: link)
      }
      guard distance < farthest else { break }
      let bend = addBend(in: here)
      add(index, from: bend, to: nearer, link: nil)
      nearer = bend
    }
  }

  private mutating func addBend(in column: Int) -> Int {
    self.column.append(column)
    leftSegments.append([])
    rightSegments.append([])
    return self.column.count - 1
  }

  private mutating func add(_ bundle: Int, from source: Int, to target: Int, link: Int?) {
    let (left, right) = bundles[bundle].isForward ? (source, target) : (target, source)
    rightSegments[left].append(segments.count)
    leftSegments[right].append(segments.count)
    channels[column[left]].append(segments.count)
    segments.append(Segment(bundle: bundle, left: left, right: right, link: link))
  }

  /// Puts the items into their columns in the order in which a walk along the segments meets them.
  private mutating func arrange() {
    var isSeen = [Bool](repeating: false, count: itemCount)
    for start in 0..<itemCount where !isSeen[start] {
      var waiting = [start]
      while let item = waiting.popLast() {
        guard !isSeen[item] else { continue }
        isSeen[item] = true
        columns[column[item]].append(item)
        for segment in leftSegments[item].reversed() { waiting.append(segments[segment].left) }
        for segment in rightSegments[item].reversed() { waiting.append(segments[segment].right) }
      }
    }
  }
}

// MARK: Ends

extension LinkColumns {
  /// Sets where segments start and end at boxes whose rows are known.
  private mutating func setEnds() {
    for index in segments.indices {
      if let link = segments[index].link, graph.boxes[graph.links[link].source].header != nil {
        setEnd(of: index, atSource: true, to: graph.links[link].row)
      }
    }
    var endings: [[Int]] = Array(repeating: [], count: 2 * graph.boxes.count)
    for bundle in bundles { endings[2 * bundle.target + (bundle.isForward ? 0 : 1)].append(bundle.ending) }
    for index in segments.indices where isBox(target(of: segments[index])) {
      let bundle = bundles[segments[index].bundle]
      guard let header = graph.boxes[bundle.target].header else { continue }
      let others = endings[2 * bundle.target + (bundle.isForward ? 0 : 1)]
      let number = others.count { $0 < bundle.ending }
      let offset = 7 * number - 7 * (others.count - 1) / 2
      setEnd(of: index, atSource: false, to: header / 2 + offset)
    }
  }

  private func target(of segment: Segment) -> Int {
    bundles[segment.bundle].isForward ? segment.right : segment.left
  }

  private mutating func setEnd(of segment: Int, atSource: Bool, to end: Int) {
    if bundles[segments[segment].bundle].isForward == atSource {
      segments[segment].leftEnd = end
    } else {
      segments[segment].rightEnd = end
    }
  }

  /// Distributes the ends of segments over the sides of boxes that have no rows, in the order of the other ends.
  mutating func spreadEnds() {
    let positions = positions
    for box in graph.boxes.indices where graph.boxes[box].header == nil {
      spread(leftSegments[box], over: box, positions)
      spread(rightSegments[box], over: box, positions)
    }
  }

  private mutating func spread(_ side: [Int], over box: Int, _ positions: [Int]) {
    if side.isEmpty { return }
    func key(_ index: Int) -> (Int, Int) {
      let segment = segments[index]
      let isLeft = segment.left == box
      return (positions[isLeft ? segment.right : segment.left], isLeft ? segment.rightEnd : segment.leftEnd)
    }
    // The segments of a bundle that leads to the box have the same end.
    var numbers: [Int: Int] = [:]
    var count = 0
    for segment in side.sorted(by: { key($0) < key($1) }) {
      let end = bundles[segments[segment].bundle].target == box ? segments[segment].bundle : -1 - segment
      if numbers[end] == nil {
        count += 1
        numbers[end] = count
      }
    }
    for segment in side {
      let end = bundles[segments[segment].bundle].target == box ? segments[segment].bundle : -1 - segment
      let distance = graph.boxes[box].height * (numbers[end] ?? 1) / (count + 1)
      if segments[segment].left == box {
        segments[segment].leftEnd = distance
      } else {
        segments[segment].rightEnd = distance
      }
    }
  }

  /// The index of each item in its column.
  var positions: [Int] {
    var positions = [Int](repeating: 0, count: itemCount)
    for column in columns { for (index, item) in column.enumerated() { positions[item] = index } }
    return positions
  }
}
