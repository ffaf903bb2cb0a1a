import IgataTemplateLanguage

/// The line of a link with rounded corners, as the data of an SVG path from its source to its target.
///
/// The style draws the marks at its ends: a crow's foot for many, a bar for one, a circle and a bar for zero or one.
struct LinkPath {
  private var buffer = TextBuffer()
  private static let radius = 6
  /// A smaller corner isn't seen.
  private static let leastRadius = 3
  /// The length of a circle and a bar, which the line doesn't cross.
  private static let circleLength = 17

  var text: String { buffer.text }

  /// - Parameter margin: The distance by which the line is moved, in both directions.
  init(_ route: [LayoutPoint], source: Diagram.Mark, target: Diagram.Mark, margin: Int) {
    guard route.count > 1 else { return }
    var line = route
    let last = line.count - 1
    let starts = line[1].x > line[0].x ? 1 : -1
    let ends = line[last - 1].x > line[last].x ? 1 : -1
    if source == .zeroOrOne { line[0].x += starts * Self.circleLength }
    if target == .zeroOrOne { line[last].x += ends * Self.circleLength }
    append("M", line[0].x + margin, line[0].y + margin)
    append(line)
  }

  private mutating func append(_ line: [LayoutPoint]) {
    var start = line[0]
    for index in 1..<line.count {
      let corner = line[index]
      guard index + 1 < line.count else {
        appendStraight(from: start, to: corner)
        return
      }
      let next = line[index + 1]
      let radius = min(Self.radius, length(start, corner), length(corner, next) / 2)
      guard radius >= Self.leastRadius else {
        appendStraight(from: start, to: corner)
        start = corner
        continue
      }
      let before = moved(corner, toward: start, by: radius)
      let after = moved(corner, toward: next, by: radius)
      appendStraight(from: start, to: before)
      append("q", corner.x - before.x, corner.y - before.y)
      append(next: after.x - before.x)
      append(next: after.y - before.y)
      start = after
    }
  }

  private mutating func appendStraight(from start: LayoutPoint, to end: LayoutPoint) {
    if start.x != end.x { append("h", end.x - start.x) }
    if start.y != end.y { append("v", end.y - start.y) }
  }

  private mutating func append(_ command: StaticString, _ first: Int, _ second: Int? = nil) {
    buffer.append(literal: command)
    buffer.append(first)
    if let second { append(next: second) }
  }

  /// Appends a further number of a command. A minus needs no blank before it.
  private mutating func append(next number: Int) {
    if number >= 0 { buffer.append(literal: " ") }
    buffer.append(number)
  }

  private func length(_ first: LayoutPoint, _ second: LayoutPoint) -> Int {
    abs(first.x - second.x) + abs(first.y - second.y)
  }

  private func moved(_ point: LayoutPoint, toward other: LayoutPoint, by distance: Int) -> LayoutPoint {
    LayoutPoint(
      x: point.x + distance * (other.x - point.x).signum(), y: point.y + distance * (other.y - point.y).signum())
  }
}
