/// For each shape, a table from the templates' names to the shape's slots.
struct ShapeTables {
  /// The location of a shape's slots: a number, which is cheap to copy and to test.
  struct Table {
    /// The shape has no table because there are too many shapes, so the shape itself must be asked.
    static let untabled = Table(code: -1)
    /// The element has no names.
    static let none = Table(code: -2)

    private let code: Int

    private init(code: Int) { self.code = code }

    /// The table of a shape begins at `start` in `slots`.
    static func at(_ start: Int) -> Table { Table(code: start) }

    /// The start of the table in `slots`, if there is one.
    var start: Int? { code >= 0 ? code : nil }

    var hasNames: Bool { code > -2 }
  }

  /// Instead of a slot: the shape doesn't have the name, so it is looked up in the enclosing elements.
  static let absent = -1
  /// Instead of a slot: the shape doesn't have the name, and hides it in the enclosing elements.
  static let hidden = -2

  /// The maximum number of entries in all tables together.
  private static let capacity = 1 << 20

  private let names: InternedNames
  private var starts: [Int: Int] = [:]
  /// The shapes that have a table. They are kept alive because their identities are the keys.
  private var shapes: [Shape] = []
  private var slots: [Int32] = []
  /// The two tables that were used last. The elements of an outer and an inner section alternate.
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
