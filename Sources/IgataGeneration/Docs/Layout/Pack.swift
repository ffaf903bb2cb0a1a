/// A part of a diagram with the positions of its boxes and links, in their order.
struct PlacedPart {
  var part = LayoutPart()
  var layout = Layout(boxes: [], routes: [], width: 0, height: 0)

  fileprivate mutating func add(_ other: PlacedPart, at corner: LayoutPoint) {
    func moved(_ point: LayoutPoint) -> LayoutPoint { LayoutPoint(x: point.x + corner.x, y: point.y + corner.y) }
    part.boxes += other.part.boxes
    part.links += other.part.links
    layout.boxes += other.layout.boxes.map(moved)
    layout.routes += other.layout.routes.map { $0.map(moved) }
    layout.frames += other.layout.frames.map { frame in
      var frame = frame
      frame.corner = moved(frame.corner)
      return frame
    }
    layout.width = max(layout.width, corner.x + other.layout.width)
    layout.height = max(layout.height, corner.y + other.layout.height)
  }
}

/// Packs the parts of a diagram into the shape of a page: the largest first, in rows, and then boxes without links in
/// columns. Parts whose boxes all belong to one group are together in a frame.
func pack(_ graph: LayoutGraph, _ parts: [PlacedPart]) -> Layout {
  let packed = pack(framed(parts, graph))
  var result = Layout(
    boxes: Array(repeating: LayoutPoint(x: 0, y: 0), count: graph.boxes.count),
    routes: Array(repeating: [], count: graph.links.count), width: packed.layout.width, height: packed.layout.height,
    frames: packed.layout.frames)
  for (box, corner) in zip(packed.part.boxes, packed.layout.boxes) { result.boxes[box] = corner }
  for (link, route) in zip(packed.part.links, packed.layout.routes) { result.routes[link] = route }
  return result
}

private func pack(_ parts: [PlacedPart]) -> PlacedPart {
  var result = PlacedPart()
  let isSingle = { (part: PlacedPart) in part.part.links.isEmpty && part.layout.frames.isEmpty }
  let linked = parts.filter { !isSingle($0) }.enumerated().sorted { first, second in
    let (a, b) = (first.element.layout, second.element.layout)
    return a.height != b.height ? a.height > b.height : first.offset < second.offset
  }.map(\.element)
  let width = pageWidth(of: parts.map(\.layout))
  var corner = LayoutPoint(x: 0, y: 0)
  var rowHeight = 0
  for part in linked {
    if corner.x > 0, corner.x + part.layout.width > width {
      corner = LayoutPoint(x: 0, y: corner.y + rowHeight + LayoutGap.parts)
      rowHeight = 0
    }
    result.add(part, at: corner)
    rowHeight = max(rowHeight, part.layout.height)
    corner.x += part.layout.width + LayoutGap.parts
  }
  let room = LayoutRoom(corner: corner, rowHeight: rowHeight, width: max(width, result.layout.width))
  addColumns(of: parts.filter(isSingle), to: room, &result)
  return result
}

/// The parts, with those of each group of several boxes as one part that has a frame.
private func framed(_ parts: [PlacedPart], _ graph: LayoutGraph) -> [PlacedPart] {
  if graph.groups.isEmpty { return parts }
  var result: [PlacedPart] = []
  var groups = [[PlacedPart]](repeating: [], count: graph.groups.count)
  for part in parts {
    let group = part.part.boxes.first.flatMap { graph.boxes[$0].group }
    if let group, part.part.boxes.allSatisfy({ graph.boxes[$0].group == group }) {
      groups[group].append(part)
    } else {
      result.append(part)
    }
  }
  for (group, parts) in groups.enumerated() {
    if parts.reduce(0, { $0 + $1.part.boxes.count }) > 1 {
      result.append(framed(pack(parts), group, width: graph.groups[group]))
    } else {
      result += parts
    }
  }
  return result
}

/// - Parameter width: The width that the frame needs for its title.
private func framed(_ content: PlacedPart, _ group: Int, width: Int) -> PlacedPart {
  var result = PlacedPart()
  result.add(content, at: LayoutPoint(x: LayoutGap.frame, y: LayoutGap.frameTitle))
  result.layout.width = max(content.layout.width, width) + 2 * LayoutGap.frame
  result.layout.height += LayoutGap.frame
  result.layout.frames.append(
    Layout.Frame(
      group: group, corner: LayoutPoint(x: 0, y: 0), width: result.layout.width, height: result.layout.height))
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
private func addColumns(of parts: [PlacedPart], to room: LayoutRoom, _ result: inout PlacedPart) {
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
  for (part, corner) in zip(parts, found.corners) { result.add(part, at: corner) }
}
