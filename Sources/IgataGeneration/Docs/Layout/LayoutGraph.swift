/// A diagram before it is laid out: boxes, and links between them. All lengths are in pixels.
package struct LayoutGraph: Hashable, Sendable {
  /// A box, whose links to other boxes start and end at its left and right sides.
  package struct Box: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// The height of the part at which links to the box end. `nil` if links may start and end anywhere on both sides.
    package var header: Int?
    /// The group that the box belongs to; `nil` if there are no groups.
    package var group: Int?
  }

  package struct Link: Hashable, Sendable {
    package var source: Int
    /// The distance from the top of the source to the row at which the link starts.
    package var row: Int = 0
    package var target: Int
    /// Links with the same target and the same ending share their last part.
    package var ending: Int = 0
  }

  package var boxes: [Box]
  package var links: [Link]
  /// The width that the title of each group needs.
  package var groups: [Int] = []
}

/// A point of a diagram, from its upper left corner.
package struct LayoutPoint: Hashable, Sendable {
  package var x: Int
  package var y: Int
}

/// The positions of the boxes and the links of a diagram.
package struct Layout: Hashable, Sendable {
  /// The frame around the boxes of a group that have no links to other groups.
  package struct Frame: Hashable, Sendable {
    package var group: Int
    package var corner: LayoutPoint
    package var width: Int
    package var height: Int

    func contains(_ point: LayoutPoint) -> Bool {
      (corner.x..<corner.x + width).contains(point.x) && (corner.y..<corner.y + height).contains(point.y)
    }
  }

  /// The upper left corner of each box.
  package var boxes: [LayoutPoint]
  /// The corners of each link, from its source to its target. All lines are horizontal or vertical.
  package var routes: [[LayoutPoint]]
  package var width: Int
  package var height: Int
  package var frames: [Frame] = []
}

/// The distances that a layout keeps.
enum LayoutGap {
  /// Between two boxes in a column.
  static let boxes = 24
  /// Between a box and a line that passes it.
  static let line = 14
  /// Between two lines.
  static let lines = 8
  /// Between a box and the first vertical line beside it, where the ends of links are drawn.
  static let ends = 22
  /// Between the parts of a diagram that aren't connected.
  static let parts = 40
  /// Between a frame and what is in it.
  static let frame = 14
  /// Between the top of a frame, where its title is, and what is in it.
  static let frameTitle = 36

  /// The room that links from a box to itself need beside it.
  static func loops(_ count: Int) -> Int { count == 0 ? 0 : ends + (count - 1) * lines }
}

/// The nearest whole number. The standard library's function would need the C library for mathematics.
func rounded(_ number: Double) -> Int { number < 0 ? -Int(0.5 - number) : Int(number + 0.5) }
