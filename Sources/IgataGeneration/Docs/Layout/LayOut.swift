/// Lays out a diagram: boxes in columns, so that most links lead from left to right, and links as horizontal and
/// vertical lines that pass no box.
///
/// The parts of a diagram that aren't connected are laid out separately, and packed into the shape of a page. The
/// result depends only on the graph. Every stage takes a number of passes that doesn't depend on the graph's size.
package func layOut(_ graph: LayoutGraph) -> Layout {
  let parts = connectedParts(of: graph)
  return pack(graph, parts.map { PlacedPart(part: $0, layout: layOut(part: graph.part($0))) })
}

/// Lays out a graph in which all boxes are connected.
private func layOut(part graph: LayoutGraph) -> Layout {
  guard graph.boxes.count > 1 || !graph.links.isEmpty else {
    let box = graph.boxes.first ?? LayoutGraph.Box(width: 0, height: 0)
    return Layout(boxes: [LayoutPoint(x: 0, y: 0)], routes: [], width: box.width, height: box.height)
  }
  var columns = LinkColumns(graph, columns(of: graph))
  reduceCrossings(of: &columns)
  columns.spreadEnds()
  let tops = verticalPositions(of: columns)
  return routes(of: columns, at: tops)
}
