/// The columns from left to right, and the links along their segments.
///
/// - Parameter tops: The top of each item.
func routes(of columns: LinkColumns, at tops: [Int]) -> Layout {
  var router = Router(columns, tops)
  router.spaceColumns()
  let boxes = router.boxes
  let routes = columns.graph.links.indices.map { router.route($0) }
  let height = columns.graph.boxes.indices.reduce(0) { max($0, boxes[$1].y + columns.graph.boxes[$1].height) }
  let lowest = tops.max() ?? 0
  return Layout(boxes: boxes, routes: routes, width: router.width, height: max(height, lowest))
}

private struct Router {
  private let columns: LinkColumns
  private let tops: [Int]
  private let channels: [Channel]
  /// For each segment, the vertical line between its columns.
  private let tracks: [Int]
  /// The left and right sides of each column.
  private var sides: [(left: Int, right: Int)] = []
  /// For each link, the segment that starts at its source.
  private var starts: [Int?]
  /// For each item that is a bend, the segment that leads on to the target.
  private var following: [Int?]

  init(_ columns: LinkColumns, _ tops: [Int]) {
    self.columns = columns
    self.tops = tops
    var tracks = [Int](repeating: 0, count: columns.segments.count)
    channels = columns.channels.map { Channel(columns, $0, at: tops, &tracks) }
    self.tracks = tracks
    following = Array(repeating: nil, count: columns.itemCount)
    starts = Array(repeating: nil, count: columns.graph.links.count)
    for (index, segment) in columns.segments.enumerated() {
      if let link = segment.link { starts[link] = index }
      let source = columns.bundles[segment.bundle].isForward ? segment.left : segment.right
      if !columns.isBox(source) { following[source] = index }
    }
  }

  var width: Int { sides.last?.right ?? 0 }

  mutating func spaceColumns() {
    var left = 0
    for (index, column) in columns.columns.enumerated() {
      let width = column.filter(columns.isBox).map(width).max() ?? 0
      sides.append((left, left + width))
      left += width + channels[index].width
    }
  }

  /// The width of a box and of the links from it to itself.
  private func width(of box: Int) -> Int {
    columns.graph.boxes[box].width + LayoutGap.loops(columns.loops[box].count)
  }

  var boxes: [LayoutPoint] { columns.graph.boxes.indices.map(corner) }

  // MARK: Links

  func route(_ link: Int) -> [LayoutPoint] {
    guard let start = starts[link] else { return loop(link) }
    let ends = columns.graph.links[link]
    let isForward = columns.bundles[columns.segments[start].bundle].isForward
    let boxes = (source: corner(ends.source), target: corner(ends.target))
    let sourceX = boxes.source.x + (isForward ? columns.graph.boxes[ends.source].width : 0)
    let targetX = boxes.target.x + (isForward ? 0 : columns.graph.boxes[ends.target].width)
    var points: [LayoutPoint] = []
    var next: Int? = start
    while let index = next {
      let segment = columns.segments[index]
      let left = tops[segment.left] + segment.leftEnd
      let right = tops[segment.right] + segment.rightEnd
      let (from, to) = isForward ? (left, right) : (right, left)
      if points.isEmpty { points.append(LayoutPoint(x: sourceX, y: from)) }
      if from != to {
        let x = sides[columns.column[segment.left]].right + LayoutGap.ends + tracks[index] * LayoutGap.lines
        points += [LayoutPoint(x: x, y: from), LayoutPoint(x: x, y: to)]
      }
      let reached = isForward ? segment.right : segment.left
      if columns.isBox(reached) { points.append(LayoutPoint(x: targetX, y: to)) }
      next = following[reached]
    }
    return points
  }

  private func corner(_ box: Int) -> LayoutPoint {
    let side = sides[columns.column[box]]
    let loops = LayoutGap.loops(columns.loops[box].count)
    return LayoutPoint(x: side.left + loops + (side.right - side.left - width(of: box)) / 2, y: tops[box])
  }

  /// A link from a box to itself, on its left.
  private func loop(_ link: Int) -> [LayoutPoint] {
    let ends = columns.graph.links[link]
    let box = columns.graph.boxes[ends.source]
    let corner = corner(ends.source)
    let number = columns.loops[ends.source].firstIndex(of: link) ?? 0
    let x = corner.x - LayoutGap.loops(number + 1) + 4
    let start = corner.y + (box.header == nil ? box.height - 5 : ends.row)
    let end = corner.y + (box.header.map { $0 - 4 } ?? 5)
    return [
      LayoutPoint(x: corner.x, y: start), LayoutPoint(x: x, y: start), LayoutPoint(x: x, y: end),
      LayoutPoint(x: corner.x, y: end),
    ]
  }
}
