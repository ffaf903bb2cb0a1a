/// The data that a template can refer to: the innermost element first, then the enclosing ones.
///
/// For each shape, a table maps the templates' names to the shape's slots, so that a lookup is one table access for
/// each element of the stack.
struct ContextStack {
  private struct Frame {
    /// The element, or ``Nameless`` if it has no names.
    let view: any View
    /// The element, if it has no names.
    let scalar: TemplateValue
    let table: ShapeTables.Table
    /// The position of the element in its list, if a section repeats it.
    let position: ListPosition?
  }

  private var frames: [Frame] = []
  private var tables: ShapeTables
  /// For each dotted name, its first part, and its value in the outermost element, which stays the same for a whole
  /// rendering.
  private var outermost: [(first: Int, value: TemplateValue?)]
  /// The number of elements that lookups have visited, in all renderings.
  private(set) var steps = 0

  init(_ code: Code) {
    tables = ShapeTables(names: code.names)
    outermost = code.paths.map { ($0[0], nil) }
  }

  var current: TemplateValue {
    guard frames.count > 0 else { return .null }
    return element(at: frames.count - 1)
  }

  /// All elements, outermost first.
  var elements: [(value: TemplateValue, position: ListPosition?)] {
    var result: [(value: TemplateValue, position: ListPosition?)] = []
    for index in frames.indices { result.append((element(at: index), frames[index].position)) }
    return result
  }

  private func element(at index: Int) -> TemplateValue {
    frames[index].table.hasNames ? .view(frames[index].view) : frames[index].scalar
  }

  mutating func push(_ value: consuming TemplateValue, at position: ListPosition? = nil) {
    if case .view(let view) = value { return push(view, at: position) }
    frames.append(Frame(view: Nameless.shared, scalar: value, table: .none, position: position))
  }

  mutating func push(_ view: consuming any View, at position: ListPosition? = nil) {
    let table = tables.table(of: view.shape)
    frames.append(Frame(view: view, scalar: .null, table: table, position: position))
  }

  mutating func pop() {
    _ = frames.popLast()
  }

  mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    for path in outermost.indices { outermost[path].value = nil }
  }

  /// The value of the innermost element that has the name, or `nil` if none has it.
  mutating func value(of name: Int) -> TemplateValue? {
    if ListPosition.isName(name) { return position(name) }
    guard let (index, slot) = find(name) else { return nil }
    return frames[index].view.value(at: slot)
  }

  /// A name that each element of a list has, for the innermost such element, unless an element inside it has the name.
  private mutating func position(_ name: Int) -> TemplateValue? {
    steps += frames.count
    for index in frames.indices.reversed() {
      let slot = slot(of: name, inFrame: index)
      if slot >= 0 { return frames[index].view.value(at: slot) }
      if let position = frames[index].position { return position.value(of: name) }
    }
    return nil
  }

  /// The innermost element that has the name, with the name's slot.
  @inline(__always)
  private mutating func find(_ name: Int) -> (index: Int, slot: Int)? {
    var index = frames.count - 1
    while index >= 0 {
      let slot = slot(of: name, inFrame: index)
      if slot >= 0 {
        steps += frames.count - index
        return (index, slot)
      }
      if slot == ShapeTables.hidden { break }
      index -= 1
    }
    steps += frames.count
    return nil
  }

  // MARK: Dotted names

  /// The known value of a dotted name whose first part only the outermost element has.
  mutating func knownValue(ofPath path: Int) -> TemplateValue? {
    guard let value = outermost[path].value else { return nil }
    return isOutermost(outermost[path].first) ? value : nil
  }

  /// Remembers the value of a dotted name, if only the outermost element has its first part.
  mutating func remember(_ value: TemplateValue, ofPath path: Int) {
    if isOutermost(outermost[path].first) { outermost[path].value = value }
  }

  private mutating func isOutermost(_ name: Int) -> Bool {
    guard name != Code.currentElement else { return false }
    var index = frames.count - 1
    while index > 0 {
      if slot(of: name, inFrame: index) != ShapeTables.absent { return false }
      index -= 1
    }
    return frames.count > 0
  }

  @inline(__always)
  private mutating func slot(of name: Int, inFrame index: Int) -> Int {
    let table = frames[index].table
    if let start = table.start { return tables.slot(of: name, inTableAt: start) }
    return table.hasNames ? untabledSlot(of: name, inFrame: index) : ShapeTables.absent
  }

  @inline(never)
  private mutating func untabledSlot(of name: Int, inFrame index: Int) -> Int {
    tables.slot(of: name, in: frames[index].view.shape)
  }

  /// The value that a view itself has for the name, or `nil` if it has no such name.
  mutating func value(of name: Int, in view: any View) -> TemplateValue? {
    let shape = view.shape
    let slot =
      if let start = tables.table(of: shape).start {
        tables.slot(of: name, inTableAt: start)
      } else {
        tables.slot(of: name, in: shape)
      }
    return slot >= 0 ? view.value(at: slot) : nil
  }

  /// All names that can be looked up, those of the innermost element first.
  var visibleNames: [String] {
    var seen: Set<String> = []
    var names: [String] = []
    for index in frames.indices.reversed() {
      names += frames[index].view.shape.names.filter { seen.insert($0).inserted }
      if frames[index].position != nil { names += ListPosition.names.filter { seen.insert($0).inserted } }
      seen.formUnion(frames[index].view.shape.hidden)
    }
    return names
  }
}

/// A placeholder view for an element that has no names.
private final class Nameless: View {
  static let shared = Nameless()

  let shape = Shape()

  func value(at slot: Int) -> TemplateValue { .null }
}
