/// For each shape a table from the templates' names to the shape's slots.
struct ShapeTables {
  /// Where the slots of a shape are: a number, so that it costs nothing to copy and next to nothing to look at.
  struct Table {
    /// The shape itself must be asked: there are too many shapes to keep a table for each.
    static let untabled = Table(code: -1)
    /// There are none: the element has no names.
    static let none = Table(code: -2)

    private let code: Int

    private init(code: Int) { self.code = code }

    /// They begin here in `slots`.
    static func at(_ start: Int) -> Table { Table(code: start) }

    /// Where they begin in `slots`, if they are there.
    var start: Int? { code >= 0 ? code : nil }

    var hasNames: Bool { code > -2 }
  }

  /// In place of a slot: the shape does not have the name, so it is looked up around the element.
  static let absent = -1
  /// In place of a slot: the shape does not have the name, and hides what has it around the element.
  static let hidden = -2

  /// How many entries all tables may have together.
  private static let capacity = 1 << 20

  private let names: InternedNames
  private var starts: [Int: Int] = [:]
  /// The shapes that have a table, kept alive: their identities are the keys.
  private var shapes: [Shape] = []
  private var slots: [Int32] = []
  /// The tables that were asked for last: an outer section's elements and an inner one's take turns.
  private var latest: (shape: ObjectIdentifier, start: Int)?
  private var last: (shape: ObjectIdentifier, start: Int)?

  init(names: InternedNames) { self.names = names }

  /// The slot of the name at the index `name` in a shape with a table.
  func slot(of name: Int, inTableAt start: Int) -> Int { Int(slots[start + name]) }

  /// The slot of the name at the index `name` in a shape without a table.
  func slot(of name: Int, in shape: Shape) -> Int {
    let name = names.all[name]
    return shape.slot(of: name) ?? (shape.hidden.contains(name) ? Self.hidden : Self.absent)
  }

  mutating func table(of shape: Shape) -> Table {
    let identity = ObjectIdentifier(shape)
    if let latest, latest.shape == identity { return .at(latest.start) }
    if let last, last.shape == identity { return .at(last.start) }
    guard let start = starts[Int(bitPattern: identity)] ?? makeTable(of: shape) else { return .untabled }
    last = latest
    latest = (identity, start)
    return .at(start)
  }

  private mutating func makeTable(of shape: Shape) -> Int? {
    let start = slots.count
    guard start + names.all.count <= Self.capacity else { return nil }
    slots.append(contentsOf: repeatElement(Int32(Self.absent), count: names.all.count))
    for name in shape.hidden {
      if let index = names.index(of: name) { slots[start + index] = Int32(Self.hidden) }
    }
    for name in shape.names {
      guard let index = names.index(of: name), let slot = shape.slot(of: name) else { continue }
      slots[start + index] = Int32(clamping: slot)
    }
    starts[Int(bitPattern: ObjectIdentifier(shape))] = start
    shapes.append(shape)
    return start
  }
}
