/// Packs the parts of a diagram into the shape of a page: the largest first, in rows, and then boxes without links in
/// columns.
func pack(_ graph: LayoutGraph, _ parts: [(part: LayoutPart, layout: Layout)]) -> Layout {
  var result = Layout(
    boxes: Array(repeating: LayoutPoint(x: 0, y: 0), count: graph.boxes.count),
    routes: Array(repeating: [], count: graph.links.count), width: 0, height: 0)
  let linked = parts.filter { !$0.part.links.isEmpty }.enumerated().sorted { first, second in
    let (a, b) = (first.element.layout, second.element.layout)
    return a.height != b.height ? a.height > b.height : first.offset < second.offset
  }.map(\.element)
  let single = parts.filter { $0.part.links.isEmpty }
  let width = pageWidth(of: parts.map(\.layout))
  var corner = LayoutPoint(x: 0, y: 0)
  var rowHeight = 0
  for (part, layout) in linked {
    if corner.x > 0, corner.x + layout.width > width {
      corner = LayoutPoint(x: 0, y: corner.y + rowHeight + LayoutGap.parts)
      rowHeight = 0
    }
    result.add(part, layout, at: corner)
    rowHeight = max(rowHeight, layout.height)
    corner.x += layout.width + LayoutGap.parts
  }
  let room = LayoutRoom(corner: corner, rowHeight: rowHeight, width: max(width, result.width))
  addColumns(of: single, to: room, &result)
  return result
}

/// What is left of a page beside its last row.
private struct LayoutRoom {
  /// The upper left corner of what is left of the last row.
  var corner: LayoutPoint
  var rowHeight: Int
  let width: Int
}

/// The width of a page that has room for all parts.
private func pageWidth(of layouts: [Layout]) -> Int {
  let area = layouts.reduce(0) { $0 + ($1.width + LayoutGap.parts) * ($1.height + LayoutGap.parts) }
  return max(layouts.map(\.width).max() ?? 0, Int(Double(area * 7 / 5).squareRoot()))
}

/// Adds boxes without links in columns of the same width, each to the shortest one: beside the last row if there is
/// room, and otherwise below it.
private func addColumns(of parts: [(part: LayoutPart, layout: Layout)], to room: LayoutRoom, _ result: inout Layout) {
  guard let widest = parts.map(\.layout.width).max() else { return }
  func positions(width: Int, from corner: LayoutPoint) -> (corners: [LayoutPoint], bottom: Int) {
    let count = max(1, min(parts.count, (width + LayoutGap.boxes) / (widest + LayoutGap.boxes)))
    var ends = [Int](repeating: corner.y, count: count)
    let corners = parts.map { part in
      let column = ends.indices.min { (ends[$0], $0) < (ends[$1], $1) } ?? 0
      let top = ends[column]
      ends[column] += part.layout.height + LayoutGap.boxes
      return LayoutPoint(x: corner.x + column * (widest + LayoutGap.boxes), y: top)
    }
    return (corners, (ends.max() ?? corner.y) - LayoutGap.boxes)
  }
  var found = positions(width: room.width - room.corner.x, from: room.corner)
  let isBeside = room.corner.x + widest <= room.width && found.bottom <= room.corner.y + room.rowHeight
  if !isBeside, room.rowHeight > 0 {
    let below = LayoutPoint(x: 0, y: room.corner.y + room.rowHeight + LayoutGap.parts)
    found = positions(width: room.width, from: below)
  }
  for ((part, layout), corner) in zip(parts, found.corners) { result.add(part, layout, at: corner) }
}

extension Layout {
  fileprivate mutating func add(_ part: LayoutPart, _ layout: Layout, at corner: LayoutPoint) {
    func moved(_ point: LayoutPoint) -> LayoutPoint { LayoutPoint(x: point.x + corner.x, y: point.y + corner.y) }
    for (box, point) in zip(part.boxes, layout.boxes) { boxes[box] = moved(point) }
    for (link, route) in zip(part.links, layout.routes) { routes[link] = route.map(moved) }
    width = max(width, corner.x + layout.width)
    height = max(height, corner.y + layout.height)
  }
}
