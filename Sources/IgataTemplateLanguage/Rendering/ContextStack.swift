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

    /// No element.
    static let none = Frame(views: Nameless.shared, element: 0, scalar: .null, table: .none)

    var value: TemplateValue { table.hasNames ? .element(views, element) : scalar }

    mutating func move(to element: Int) {
      self.element = element
      position?.index = element
    }
  }

  /// The innermost element, which nearly every lookup ends at; ``Frame/none`` if the stack is empty.
  ///
  /// It isn't in the array, because a call of an object in an array retains the object.
  private var innermost = Frame.none
  /// The elements around it, outermost first. The first one is ``Frame/none``.
  private var enclosing: [Frame] = []
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

  /// The innermost element, or `null` if there is none.
  var current: TemplateValue { innermost.value }

  /// All elements, outermost first.
  var elements: [(value: TemplateValue, position: ListPosition?)] { frames.map { ($0.value, $0.position) } }

  private var frames: ArraySlice<Frame> { (enclosing + [innermost]).dropFirst() }

  mutating func push(_ value: consuming TemplateValue, at position: ListPosition? = nil) {
    switch value {
    case .view(let view): push(view, at: position)
    case .element(let views, let element): push(views, element, at: position)
    default: push(Frame(views: Nameless.shared, element: 0, scalar: value, table: .none, position: position))
    }
  }

  mutating func push(_ views: consuming any Views, _ element: Int = 0, at position: ListPosition? = nil) {
    let table = tables.table(of: views.shape)
    push(Frame(views: views, element: element, scalar: .null, table: table, position: position))
  }

  private mutating func push(_ frame: consuming Frame) {
    swap(&innermost, &frame)
    enclosing.append(frame)
  }

  /// Replaces the innermost element by another one from the same object.
  mutating func move(to element: Int) {
    innermost.move(to: element)
  }

  mutating func pop() {
    innermost = enclosing.popLast() ?? .none
  }

  mutating func removeAll() {
    innermost = .none
    enclosing.removeAll(keepingCapacity: true)
    for path in outermost.indices { outermost[path].value = nil }
  }

  /// The value of the innermost element that has the name, or `nil` if none has it.
  mutating func value(of name: Int) -> TemplateValue? {
    if ListPosition.isName(name) { return position(name) }
    let slot = slot(of: name, in: innermost.table, innermost.views.shape)
    if slot >= 0 {
      steps += 1
      return innermost.views.value(at: slot, of: innermost.element)
    }
    guard let (index, slot) = findEnclosing(name, innermost: slot) else { return nil }
    return value(at: slot, inEnclosing: index)
  }

  private func value(at slot: Int, inEnclosing index: Int) -> TemplateValue {
    enclosing[index].views.value(at: slot, of: enclosing[index].element)
  }

  /// A name that each element of a list has, for the innermost such element, unless an element inside it has the name.
  private mutating func position(_ name: Int) -> TemplateValue? {
    steps += enclosing.count
    let slot = slot(of: name, in: innermost.table, innermost.views.shape)
    if slot >= 0 { return innermost.views.value(at: slot, of: innermost.element) }
    if let position = innermost.position { return position.value(of: name) }
    for index in enclosing.indices.reversed() {
      let slot = self.slot(of: name, in: enclosing[index].table, enclosing[index].views.shape)
      if slot >= 0 { return value(at: slot, inEnclosing: index) }
      if let position = enclosing[index].position { return position.value(of: name) }
    }
    return nil
  }

  /// Asks the innermost element that has the name to write its value, and returns whether it did.
  mutating func write(_ name: Int, into text: inout TextBuffer) -> Bool {
    guard !ListPosition.isName(name) else { return false }
    let slot = slot(of: name, in: innermost.table, innermost.views.shape)
    if slot >= 0 {
      steps += 1
      return innermost.views.write(slot, of: innermost.element, into: &text)
    }
    guard let (index, slot) = findEnclosing(name, innermost: slot) else { return false }
    return enclosing[index].views.write(slot, of: enclosing[index].element, into: &text)
  }

  /// The innermost of the enclosing elements that has the name, with the name's slot.
  ///
  /// - Parameter slot: What the innermost element has instead of a slot.
  private mutating func findEnclosing(_ name: Int, innermost slot: Int) -> (index: Int, slot: Int)? {
    var slot = slot
    var index = enclosing.count
    while index > 0, slot != ShapeTables.hidden {
      index -= 1
      slot = self.slot(of: name, in: enclosing[index].table, enclosing[index].views.shape)
      if slot >= 0 {
        steps += enclosing.count - index + 1
        return (index, slot)
      }
    }
    steps += enclosing.count
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
    guard enclosing.count > 1 else { return !enclosing.isEmpty }
    if slot(of: name, in: innermost.table, innermost.views.shape) != ShapeTables.absent { return false }
    for index in 2..<enclosing.count {
      let slot = slot(of: name, in: enclosing[index].table, enclosing[index].views.shape)
      if slot != ShapeTables.absent { return false }
    }
    return true
  }

  @inline(__always)
  private func slot(of name: Int, in table: ShapeTables.Table, _ shape: @autoclosure () -> Shape) -> Int {
    if let start = table.start { return tables.slot(of: name, inTableAt: start) }
    return table.hasNames ? tables.slot(of: name, in: shape()) : ShapeTables.absent
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
