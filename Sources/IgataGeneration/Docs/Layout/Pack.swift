/// Packs the parts of a diagram into the shape of a page: the largest first, in rows, and below them, boxes without links
/// in columns.
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
  let top = linked.isEmpty ? 0 : corner.y + rowHeight + LayoutGap.parts
  addColumns(of: single, below: top, width: max(width, result.width), to: &result)
  return result
}

/// The width of a page that has room for all parts.
private func pageWidth(of layouts: [Layout]) -> Int {
  let area = layouts.reduce(0) { $0 + ($1.width + LayoutGap.parts) * ($1.height + LayoutGap.parts) }
  return max(layouts.map(\.width).max() ?? 0, squareRoot(of: area * 7 / 5))
}

/// Adds boxes without links in columns of the same width, each to the shortest one.
private func addColumns(
  of parts: [(part: LayoutPart, layout: Layout)], below top: Int, width: Int, to result: inout Layout
) {
  guard let widest = parts.map(\.layout.width).max() else { return }
  let count = max(1, min(parts.count, (width + LayoutGap.boxes) / (widest + LayoutGap.boxes)))
  var ends = [Int](repeating: top, count: count)
  for (part, layout) in parts {
    let column = ends.indices.min { (ends[$0], $0) < (ends[$1], $1) } ?? 0
    result.add(part, layout, at: LayoutPoint(x: column * (widest + LayoutGap.boxes), y: ends[column]))
    ends[column] += layout.height + LayoutGap.boxes
  }
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
