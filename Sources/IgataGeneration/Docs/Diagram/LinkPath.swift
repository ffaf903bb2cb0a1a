/// The line of a link with rounded corners, and the marks at both ends, as the data of an SVG path.
///
/// Marks are a crow's foot for many, a bar for one, and a circle and a bar for zero or one.
struct LinkPath {
  private(set) var text = ""
  private static let radius = 6
  /// The length of a circle and a bar, which the line doesn't cross.
  private static let circleLength = 17

  init(_ route: [LayoutPoint], source: Diagram.Mark, target: Diagram.Mark) {
    guard route.count > 1 else { return }
    var line = route
    let last = line.count - 1
    let starts = line[1].x > line[0].x ? 1 : -1
    let ends = line[last - 1].x > line[last].x ? 1 : -1
    if source == .zeroOrOne { line[0].x += starts * Self.circleLength }
    if target == .zeroOrOne { line[last].x += ends * Self.circleLength }
    append(line)
    append(source, at: route[0], starts)
    append(target, at: route[last], ends)
  }

  private mutating func append(_ line: [LayoutPoint]) {
    text += "M\(line[0].x) \(line[0].y)"
    var start = line[0]
    for index in 1..<line.count {
      let corner = line[index]
      guard index + 1 < line.count else {
        appendStraight(from: start, to: corner)
        return
      }
      let next = line[index + 1]
      let radius = min(Self.radius, length(start, corner), length(corner, next) / 2)
      let before = moved(corner, toward: start, by: radius)
      let after = moved(corner, toward: next, by: radius)
      appendStraight(from: start, to: before)
      if radius > 0 {
        text += "q\(pair(corner.x - before.x, corner.y - before.y)) \(pair(after.x - before.x, after.y - before.y))"
      }
      start = after
    }
  }

  private mutating func appendStraight(from start: LayoutPoint, to end: LayoutPoint) {
    if start.x != end.x { text += "h\(end.x - start.x)" }
    if start.y != end.y { text += "v\(end.y - start.y)" }
  }

  /// - Parameter direction: 1 if the line leads to the right from the end, or -1.
  private mutating func append(_ mark: Diagram.Mark, at end: LayoutPoint, _ direction: Int) {
    let (x, y) = (end.x, end.y)
    switch mark {
    case .many: text += "M\(x) \(y - 5)l\(pair(11 * direction, 5))l\(pair(-11 * direction, 5))"
    case .one: text += "M\(x + 8 * direction) \(y - 5)v10"
    case .zeroOrOne:
      text += "M\(x) \(y)h\(9 * direction)M\(x + 5 * direction) \(y - 5)v10M\(x + 9 * direction) \(y)"
      text += "a4 4 0 1 0 \(8 * direction) 0a4 4 0 1 0 \(-8 * direction) 0"
    }
  }

  private func pair(_ x: Int, _ y: Int) -> String { "\(x) \(y)" }

  private func length(_ first: LayoutPoint, _ second: LayoutPoint) -> Int {
    abs(first.x - second.x) + abs(first.y - second.y)
  }

  private func moved(_ point: LayoutPoint, toward other: LayoutPoint, by distance: Int) -> LayoutPoint {
    LayoutPoint(
      x: point.x + distance * (other.x - point.x).signum(), y: point.y + distance * (other.y - point.y).signum())
  }
}
