import Foundation
import TestSupport
import Testing

@testable import IgataGeneration

/// What is wrong with a layout: boxes that overlap, lines that pass through boxes or lead elsewhere, and points outside.
private func faults(of layout: Layout, _ graph: LayoutGraph) -> [String] {
  var faults: [String] = []
  func box(_ index: Int) -> (left: Int, right: Int, top: Int, bottom: Int) {
    let corner = layout.boxes[index]
    return (corner.x, corner.x + graph.boxes[index].width, corner.y, corner.y + graph.boxes[index].height)
  }
  let boxes = graph.boxes.indices.map(box)
  for (index, box) in boxes.enumerated() {
    if box.left < 0 || box.top < 0 || box.right > layout.width || box.bottom > layout.height {
      faults.append("box \(index) is outside")
    }
    for other in 0..<index where box.left < boxes[other].right && boxes[other].left < box.right {
      if box.top < boxes[other].bottom && boxes[other].top < box.bottom {
        faults.append("boxes \(other) and \(index) overlap")
      }
    }
  }
  for (index, route) in layout.routes.enumerated() {
    let link = graph.links[index]
    guard let start = route.first, let end = route.last, route.count > 1 else {
      faults.append("link \(index) has no route")
      continue
    }
    let (source, target) = (boxes[link.source], boxes[link.target])
    let isAtRow = graph.boxes[link.source].header == nil || start.y == source.top + link.row
    if ![source.left, source.right].contains(start.x) || !(source.top...source.bottom).contains(start.y) || !isAtRow {
      faults.append("link \(index) starts elsewhere")
    }
    let bottom = graph.boxes[link.target].header.map { target.top + $0 } ?? target.bottom
    if ![target.left, target.right].contains(end.x) || !(target.top...bottom).contains(end.y) {
      faults.append("link \(index) ends elsewhere")
    }
    for (from, to) in zip(route, route.dropFirst()) {
      if from.x != to.x && from.y != to.y { faults.append("link \(index) has a diagonal line") }
      if min(from.x, to.x) < 0 || min(from.y, to.y) < 0 || max(from.x, to.x) > layout.width
        || max(from.y, to.y) > layout.height
      {
        faults.append("link \(index) is outside")
      }
      for (number, box) in boxes.enumerated()
      where max(from.x, to.x) > box.left && min(from.x, to.x) < box.right && max(from.y, to.y) > box.top
        && min(from.y, to.y) < box.bottom
      {
        faults.append("link \(index) passes through box \(number)")
      }
    }
  }
  return faults
}

private func randomGraph(seed: UInt64, boxes: Int, links: Int) -> LayoutGraph {
  var random = SplitMix64(seed: seed)
  var graph = LayoutGraph(boxes: [], links: [])
  for _ in 0..<boxes {
    let rows = Int.random(in: 1...12, using: &random)
    let isDetailed = Int.random(in: 0..<4, using: &random) > 0
    graph.boxes.append(
      isDetailed
        ? LayoutGraph.Box(width: Int.random(in: 90...240, using: &random), height: 36 + 20 * rows, header: 30)
        : LayoutGraph.Box(width: Int.random(in: 60...200, using: &random), height: 30 + 8 * rows))
  }
  for _ in 0..<links {
    let source = Int.random(in: 0..<boxes, using: &random)
    let rows = max((graph.boxes[source].height - 36) / 20, 1)
    // Some boxes have many more links than others.
    let target = Int.random(in: 0...Int.random(in: 0..<boxes, using: &random), using: &random)
    graph.links.append(
      LayoutGraph.Link(
        source: source, row: 40 + 20 * Int.random(in: 0..<rows, using: &random), target: target,
        ending: Int.random(in: 0..<3, using: &random)))
  }
  return graph
}

/// No box is over another, no line passes through a box, and every line leads from its row to its target.
@Test(arguments: 0..<60 as Range<UInt64>)
func randomDiagramsAreLaidOut(_ seed: UInt64) {
  let boxes = 1 + Int(seed) % 30
  let graph = randomGraph(seed: seed, boxes: boxes, links: Int(seed) * 5 % (2 * boxes + 3))
  let layout = layOut(graph)
  let found = faults(of: layout, graph)
  #expect(found.isEmpty, "seed \(seed): \(found.prefix(5))")
  #expect(layOut(graph) == layout)
}

/// The boxes of a group without links to other groups are in a frame of its own, and no others are.
@Test(arguments: 0..<40 as Range<UInt64>)
func groupsHaveFrames(_ seed: UInt64) throws {
  var random = SplitMix64(seed: seed)
  var graph = randomGraph(seed: seed, boxes: 1 + Int(seed), links: Int(seed) / 2)
  let count = 1 + Int(seed) % 5
  graph.groups = (0..<count).map { _ in Int.random(in: 20...400, using: &random) }
  for box in graph.boxes.indices { graph.boxes[box].group = Int.random(in: 0..<count, using: &random) }
  // Most links are within a group.
  for link in graph.links.indices where Int.random(in: 0..<4, using: &random) > 0 {
    graph.boxes[graph.links[link].target].group = graph.boxes[graph.links[link].source].group
  }
  let layout = layOut(graph)
  let found = faults(of: layout, graph)
  #expect(found.isEmpty, "seed \(seed): \(found.prefix(5))")
  let separate = separateBoxes(of: graph)
  #expect(Set(layout.frames.map(\.group)).count == layout.frames.count)
  for group in 0..<count {
    let members = separate.filter { graph.boxes[$0].group == group }
    guard members.count > 1 else {
      #expect(!layout.frames.contains { $0.group == group }, "seed \(seed): a frame for \(group)")
      continue
    }
    let frame = try #require(layout.frames.first { $0.group == group }, "seed \(seed): no frame for \(group)")
    #expect(frame.width >= graph.groups[group])
    let inside = graph.boxes.indices.filter { box in
      let (left, top) = (layout.boxes[box].x, layout.boxes[box].y)
      return left + graph.boxes[box].width > frame.corner.x && left < frame.corner.x + frame.width
        && top + graph.boxes[box].height > frame.corner.y && top < frame.corner.y + frame.height
    }
    #expect(inside == members, "seed \(seed): group \(group)")
    #expect(frame.corner.x + frame.width <= layout.width && frame.corner.y + frame.height <= layout.height)
  }
}

/// The boxes that no links lead to from boxes of other groups, or to them, not even through others.
private func separateBoxes(of graph: LayoutGraph) -> [Int] {
  var groups = graph.boxes.map { Set([$0.group]) }
  for _ in graph.boxes {
    for link in graph.links {
      groups[link.source].formUnion(groups[link.target])
      groups[link.target] = groups[link.source]
    }
  }
  return graph.boxes.indices.filter { groups[$0].count == 1 }
}

private let specialCount = 40

private func specialLinks(_ name: String) -> [(Int, Int)] {
  let numbers = Array(1..<specialCount)
  switch name {
  case "chain": return numbers.map { ($0 - 1, $0) }
  case "ring": return numbers.map { ($0 - 1, $0) } + [(specialCount - 1, 0)]
  case "star": return numbers.map { (0, $0) }
  case "sink": return numbers.map { ($0, 0) }
  case "complete": return (0..<8).flatMap { (source: Int) -> [(Int, Int)] in (0..<8).map { (source, $0) } }
  case "loops": return numbers.map { (0, $0 / 10) } + [(0, 0), (0, 0), (1, 1)]
  case "pairs": return numbers.filter { $0 % 2 == 1 }.flatMap { [($0, $0 - 1), ($0 - 1, $0)] }
  default: return []
  }
}

/// Long chains, cycles, stars in both directions, complete graphs, and links from boxes to themselves.
@Test(arguments: ["chain", "ring", "star", "sink", "complete", "loops", "empty", "single", "pairs"])
func specialDiagramsAreLaidOut(_ name: String) {
  let links = specialLinks(name)
  let boxes = name == "empty" ? 0 : name == "single" ? 1 : specialCount
  for header in [nil, 30] {
    let graph = LayoutGraph(
      boxes: Array(repeating: LayoutGraph.Box(width: 120, height: 40 + 8 * specialCount, header: header), count: boxes),
      links: links.enumerated().map {
        LayoutGraph.Link(source: $1.0, row: 40 + 8 * ($0 % specialCount), target: $1.1, ending: $0 % 2)
      })
    let layout = layOut(graph)
    let found = faults(of: layout, graph)
    #expect(found.isEmpty, "\(name): \(found.prefix(5))")
    #expect(layout.boxes.count == boxes && layout.routes.count == links.count)
  }
}

/// A diagram of many boxes has the shape of a page.
@Test func largeDiagramsAreLaidOut() {
  let graph = randomGraph(seed: 9, boxes: 250, links: 400)
  let layout = layOut(graph)
  let found = faults(of: layout, graph)
  #expect(found.isEmpty, "\(found.prefix(5))")
  let single = LayoutGraph(boxes: graph.boxes, links: [])
  let grid = layOut(single)
  #expect(faults(of: grid, single).isEmpty)
  #expect((0.5...2.5).contains(Double(grid.width) / Double(grid.height)))
}

/// Links of a diagram with many of them pass few columns: paths through it lead through most boxes.
@Test func denseDiagramsAreLaidOut() {
  let graph = randomGraph(seed: 11, boxes: 300, links: 2_400)
  let layout = layOut(graph)
  let found = faults(of: layout, graph)
  #expect(found.isEmpty, "\(found.prefix(5))")
  let corners = layout.routes.reduce(0) { $0 + $1.count }
  #expect(corners < 24 * graph.links.count, "\(corners)")
}

/// The positions of everything in a small diagram.
@Test func diagramsHaveThesePositions() {
  let box = LayoutGraph.Box(width: 100, height: 76, header: 30)
  let graph = LayoutGraph(
    boxes: [box, box, box],
    links: [
      LayoutGraph.Link(source: 0, row: 40, target: 1), LayoutGraph.Link(source: 0, row: 60, target: 2),
      LayoutGraph.Link(source: 2, row: 40, target: 1), LayoutGraph.Link(source: 1, row: 60, target: 1, ending: 1),
    ])
  let layout = layOut(graph)
  let routes = layout.routes.map { $0.map { "\($0.x),\($0.y)" }.joined(separator: " ") }
  let boxes = layout.boxes.map { "\($0.x),\($0.y)" }
  #expect(boxes == ["0,0", "310,25", "144,54"])
  #expect(
    routes == [
      "100,40 310,40", "100,60 122,60 122,69 144,69", "244,94 266,94 266,40 310,40",
      "310,85 292,85 292,51 310,51",
    ])
}
