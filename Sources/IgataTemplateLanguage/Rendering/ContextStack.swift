/// The data that a template sees: the innermost element first, then what is around it.
///
/// For each shape it keeps a table from the templates' names to the shape's slots, so that a look-up is an index in a
/// table for each element of the stack.
struct ContextStack: ~Copyable {
  /// Not copyable, so that a look-up never counts references.
  private struct Frame: ~Copyable {
    /// What has names; ``Nameless`` for an element that has none.
    let view: any View
    /// The element, if it has no names.
    let scalar: TemplateValue
    let table: ShapeTables.Table

    borrowing func value(at slot: Int) -> TemplateValue { view.value(at: slot) }

    borrowing func write(_ slot: Int, into text: inout TextBuffer) -> Bool { view.write(slot, into: &text) }
  }

  private var frames = UnsafeMutablePointer<Frame>.allocate(capacity: 16)
  private var capacity = 16
  private var count = 0
  private var tables: ShapeTables
  /// For each dotted name what it means in the outermost element, which stays the same for a whole rendering.
  private var outermost: [TemplateValue?]
  /// How many elements look-ups have passed.
  private(set) var steps = 0

  init(names: InternedNames, paths: Int) {
    tables = ShapeTables(names: names)
    outermost = Array(repeating: nil, count: paths)
  }

  deinit {
    frames.deinitialize(count: count)
    frames.deallocate()
  }

  var current: TemplateValue {
    guard count > 0 else { return .null }
    return element(at: count - 1)
  }

  /// All elements, the outermost first.
  var elements: [TemplateValue] {
    var result: [TemplateValue] = []
    for index in 0..<count { result.append(element(at: index)) }
    return result
  }

  private func element(at index: Int) -> TemplateValue {
    if case .none = frames[index].table { return frames[index].scalar }
    return .view(frames[index].view)
  }

  mutating func push(_ value: consuming TemplateValue) {
    if case .view(let view) = value {
      push(view)
    } else {
      append(Frame(view: Nameless.shared, scalar: value, table: .none))
    }
  }

  mutating func push(_ view: consuming any View) {
    let table = tables.table(of: view.shape)
    append(Frame(view: view, scalar: .null, table: table))
  }

  private mutating func append(_ frame: consuming Frame) {
    if count == capacity { grow() }
    (frames + count).initialize(to: frame)
    count += 1
  }

  private mutating func grow() {
    let moved = UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
    moved.moveInitialize(from: frames, count: count)
    frames.deallocate()
    frames = moved
    capacity *= 2
  }

  mutating func pop() {
    guard count > 0 else { return }
    count -= 1
    (frames + count).deinitialize(count: 1)
  }

  mutating func removeAll() {
    frames.deinitialize(count: count)
    count = 0
    steps = 0
    for path in outermost.indices { outermost[path] = nil }
  }

  /// The value of the innermost element that has the name, or nil if none has.
  mutating func value(of name: Int) -> TemplateValue? {
    var index = count
    while index > 0 {
      index -= 1
      if let slot = slot(of: name, inFrame: index) {
        steps += count - index
        return frames[index].value(at: slot)
      }
    }
    steps += count
    return nil
  }

  /// Has the innermost element that has the name print its value, if it does so itself.
  mutating func write(_ name: Int, into text: inout TextBuffer) -> Bool {
    var index = count
    while index > 0 {
      index -= 1
      if let slot = slot(of: name, inFrame: index) {
        steps += count - index
        return frames[index].write(slot, into: &text)
      }
    }
    return false
  }

  // MARK: Dotted names

  /// What a dotted name is known to mean, where its first part is a name of the outermost element alone.
  func knownValue(ofPath path: Int, first name: Int) -> TemplateValue? {
    guard let value = outermost[path], isOutermost(name) else { return nil }
    return value
  }

  /// Keeps in mind what a dotted name means, if its first part is a name of the outermost element alone.
  mutating func remember(_ value: TemplateValue, ofPath path: Int, first name: Int) {
    if isOutermost(name) { outermost[path] = value }
  }

  private func isOutermost(_ name: Int) -> Bool {
    var index = count - 1
    while index > 0 {
      if slot(of: name, inFrame: index) != nil { return false }
      index -= 1
    }
    return count > 0
  }

  @inline(__always)
  private func slot(of name: Int, inFrame index: Int) -> Int? {
    switch frames[index].table {
    case .at(let start): tables.slot(of: name, inTableAt: start)
    case .untabled: untabledSlot(of: name, inFrame: index)
    case .none: nil
    }
  }

  @inline(never)
  private func untabledSlot(of name: Int, inFrame index: Int) -> Int? {
    tables.slot(of: name, in: frames[index].view.shape)
  }

  /// The value that `view` itself has under the name, or nil if it has no such name.
  mutating func value(of name: Int, in view: any View) -> TemplateValue? {
    let shape = view.shape
    guard case .at(let start) = tables.table(of: shape) else {
      return tables.slot(of: name, in: shape).map(view.value(at:))
    }
    return tables.slot(of: name, inTableAt: start).map(view.value(at:))
  }

  /// All names that are there, those of the innermost element first.
  var visibleNames: [String] {
    var seen: Set<String> = []
    var names: [String] = []
    for index in (0..<count).reversed() {
      names += frames[index].view.shape.names.filter { seen.insert($0).inserted }
    }
    return names
  }
}

/// Stands for the view of an element that has no names.
private final class Nameless: View {
  static let shared = Nameless()

  let shape = Shape()

  func value(at slot: Int) -> TemplateValue { .null }
}
