/// A part of a graph: the indices of its boxes and of its links.
struct LayoutPart {
  var boxes: [Int] = []
  var links: [Int] = []
}

/// The parts of a graph that aren't connected to each other, in the order of their first boxes.
func connectedParts(of graph: LayoutGraph) -> [LayoutPart] {
  var neighbors = [[Int]](repeating: [], count: graph.boxes.count)
  for link in graph.links {
    neighbors[link.source].append(link.target)
    neighbors[link.target].append(link.source)
  }
  var part = [Int?](repeating: nil, count: graph.boxes.count)
  var parts: [LayoutPart] = []
  for start in graph.boxes.indices where part[start] == nil {
    part[start] = parts.count
    var waiting = [start]
    while let box = waiting.popLast() {
      for next in neighbors[box] where part[next] == nil {
        part[next] = parts.count
        waiting.append(next)
      }
    }
    parts.append(LayoutPart())
  }
  for box in graph.boxes.indices { if let index = part[box] { parts[index].boxes.append(box) } }
  for (index, link) in graph.links.enumerated() {
    if let owner = part[link.source] { parts[owner].links.append(index) }
  }
  return parts
}

extension LayoutGraph {
  /// The graph of one part, with indices of its own.
  func part(_ part: LayoutPart) -> LayoutGraph {
    if part.boxes.count == boxes.count { return self }
    let positions = Dictionary(uniqueKeysWithValues: part.boxes.enumerated().map { ($1, $0) })
    return LayoutGraph(
      boxes: part.boxes.map { boxes[$0] },
      links: part.links.map { index in
        var link = links[index]
        link.source = positions[link.source] ?? 0
        link.target = positions[link.target] ?? 0
        return link
      })
  }
}
