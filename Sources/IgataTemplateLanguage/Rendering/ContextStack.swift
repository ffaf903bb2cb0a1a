/// The data that a template sees: the innermost element first, then what is around it.
///
/// For each shape it keeps a table from the templates' names to the shape's slots, so that a look-up is an index in a
/// table for each element of the stack.
struct ContextStack {
  private struct Frame {
    var value: TemplateValue
    var table: Table
  }

  /// Where the slots of an element's names are.
  private enum Table {
    /// The element has no names.
    case none
    /// They begin here in `slots`.
    case at(Int)
    /// There are too many shapes to keep a table for each.
    case untabled(Shape)
  }

  /// How many entries all tables may have together.
  private static let capacity = 1 << 20

  private let names: InternedNames
  private var frames: [Frame] = []
  private var tables: [ObjectIdentifier: Int] = [:]
  /// The shapes that have a table, kept alive: their identities are the keys.
  private var shapes: [Shape] = []
  private var slots: [Int32] = []
  private var latest: (shape: Shape, table: Table)?
  /// How many elements look-ups have passed.
  private(set) var steps = 0

  init(names: InternedNames) { self.names = names }

  var depth: Int { frames.count }
  var current: TemplateValue { frames.last?.value ?? .null }

  mutating func push(_ value: TemplateValue) {
    if case .view(let view) = value {
      frames.append(Frame(value: value, table: table(of: view.shape)))
    } else {
      frames.append(Frame(value: value, table: .none))
    }
  }

  mutating func pop() { frames.removeLast() }

  mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    steps = 0
  }

  /// The value of the innermost element that has the name, or nil if none has.
  mutating func value(of name: Int) -> TemplateValue? {
    var index = frames.count
    defer { steps += frames.count - index }
    while index > 0 {
      index -= 1
      switch frames[index].table {
      case .none: continue
      case .at(let table):
        let slot = slots[table + name]
        if slot >= 0, case .view(let view) = frames[index].value { return view.value(at: Int(slot)) }
      case .untabled(let shape):
        guard let slot = shape.slot(of: names.all[name]), case .view(let view) = frames[index].value else { continue }
        return view.value(at: slot)
      }
    }
    return nil
  }

  /// The value that `view` itself has under the name, or nil if it has no such name.
  mutating func value(of name: Int, in view: any View) -> TemplateValue? {
    switch table(of: view.shape) {
    case .none: return nil
    case .at(let table):
      let slot = slots[table + name]
      return slot >= 0 ? view.value(at: Int(slot)) : nil
    case .untabled(let shape): return shape.slot(of: names.all[name]).map(view.value(at:))
    }
  }

  /// All names that are there, those of the innermost element first.
  var visibleNames: [String] {
    var seen: Set<String> = []
    return frames.reversed().flatMap { frame -> [String] in
      guard case .view(let view) = frame.value else { return [] }
      return view.shape.names
    }.filter { seen.insert($0).inserted }
  }

  private mutating func table(of shape: Shape) -> Table {
    if let latest, latest.shape === shape { return latest.table }
    let table = tables[ObjectIdentifier(shape)].map(Table.at) ?? makeTable(of: shape)
    latest = (shape, table)
    return table
  }

  private mutating func makeTable(of shape: Shape) -> Table {
    let start = slots.count
    guard start + names.all.count <= Self.capacity else { return .untabled(shape) }
    slots.append(contentsOf: repeatElement(-1, count: names.all.count))
    for name in shape.names {
      guard let index = names.index(of: name), let slot = shape.slot(of: name) else { continue }
      slots[start + index] = Int32(clamping: slot)
    }
    tables[ObjectIdentifier(shape)] = start
    shapes.append(shape)
    return .at(start)
  }
}
