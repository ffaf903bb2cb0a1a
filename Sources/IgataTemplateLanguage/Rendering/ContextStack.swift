/// The data that a template can refer to: the innermost element first, then the enclosing ones.
///
/// For each shape, a table maps the templates' names to the shape's slots, so that a lookup is one table access for
/// each element of the stack.
struct ContextStack {
  private struct Frame {
    /// The object that contains the element, or ``Nameless`` for an element without names.
    let views: any Views
    /// The index of the element in `views`.
    var element: Int
    /// The element, if it has no names.
    let scalar: TemplateValue
    let table: ShapeTables.Table
    /// The position of the element in its list, if a section repeats it.
    var position: ListPosition?

    mutating func move(to element: Int) {
      self.element = element
      position?.index = element
    }
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
    frames[index].table.hasNames ? .element(frames[index].views, frames[index].element) : frames[index].scalar
  }

  mutating func push(_ value: consuming TemplateValue, at position: ListPosition? = nil) {
    switch value {
    case .view(let view): push(view, at: position)
    case .element(let views, let element): push(views, element, at: position)
    default:
      frames.append(Frame(views: Nameless.shared, element: 0, scalar: value, table: .none, position: position))
    }
  }

  mutating func push(_ views: consuming any Views, _ element: Int = 0, at position: ListPosition? = nil) {
    let table = tables.table(of: views.shape)
    frames.append(Frame(views: views, element: element, scalar: .null, table: table, position: position))
  }

  /// Replaces the innermost element by another one from the same object.
  mutating func move(to element: Int) {
    frames[frames.count - 1].move(to: element)
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
    return value(at: slot, inFrame: index)
  }

  private func value(at slot: Int, inFrame index: Int) -> TemplateValue {
    frames[index].views.value(at: slot, of: frames[index].element)
  }

  /// A name that each element of a list has, for the innermost such element, unless an element inside it has the name.
  private mutating func position(_ name: Int) -> TemplateValue? {
    steps += frames.count
    for index in frames.indices.reversed() {
      let slot = slot(of: name, inFrame: index)
      if slot >= 0 { return value(at: slot, inFrame: index) }
      if let position = frames[index].position { return position.value(of: name) }
    }
    return nil
  }

  /// Asks the innermost element that has the name to write its value, and returns whether it did.
  mutating func write(_ name: Int, into text: inout TextBuffer) -> Bool {
    guard !ListPosition.isName(name), let (index, slot) = find(name) else { return false }
    return frames[index].views.write(slot, of: frames[index].element, into: &text)
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

  /// Prints the known value of a dotted name, if it is text.
  mutating func writeKnown(path: Int, into text: inout TextBuffer) -> Bool {
    guard case .text(let known)? = outermost[path].value, isOutermost(outermost[path].first) else { return false }
    text.append(known)
    return true
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
    tables.slot(of: name, in: frames[index].views.shape)
  }

  /// The value that an element itself has for the name, or `nil` if it has no such name.
  mutating func value(of name: Int, in views: any Views, _ element: Int) -> TemplateValue? {
    let shape = views.shape
    let slot =
      if let start = tables.table(of: shape).start {
        tables.slot(of: name, inTableAt: start)
      } else {
        tables.slot(of: name, in: shape)
      }
    return slot >= 0 ? views.value(at: slot, of: element) : nil
  }

  /// All names that can be looked up, those of the innermost element first.
  var visibleNames: [String] {
    var seen: Set<String> = []
    var names: [String] = []
    for index in frames.indices.reversed() {
      names += frames[index].views.shape.names.filter { seen.insert($0).inserted }
      if frames[index].position != nil { names += ListPosition.names.filter { seen.insert($0).inserted } }
      seen.formUnion(frames[index].views.shape.hidden)
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
