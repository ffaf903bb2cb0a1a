/// The data that a template sees: the innermost element first, then what is around it.
///
/// For each shape it keeps a table from the templates' names to the shape's slots, so that a look-up is an index in a
/// table for each element of the stack.
struct ContextStack: ~Copyable {
  /// Not copyable, so that a look-up never counts references.
  private struct Frame: ~Copyable {
    /// What has names; nothing for an element that has none.
    let view: (any View)?
    /// The element, if it has no names.
    let scalar: TemplateValue
    let table: ShapeTables.Table
  }

  private var frames = UnsafeMutablePointer<Frame>.allocate(capacity: 16)
  private var capacity = 16
  private var count = 0
  private var tables: ShapeTables
  /// How many elements look-ups have passed.
  private(set) var steps = 0

  init(names: InternedNames) { tables = ShapeTables(names: names) }

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
    if let view = frames[index].view { return .view(view) }
    return frames[index].scalar
  }

  mutating func push(_ value: consuming TemplateValue) {
    if case .view(let view) = value {
      push(view)
    } else {
      append(Frame(view: nil, scalar: value, table: .none))
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
  }

  /// The value of the innermost element that has the name, or nil if none has.
  mutating func value(of name: Int) -> TemplateValue? {
    var index = count
    while index > 0 {
      index -= 1
      if let slot = slot(of: name, inFrame: index) {
        steps += count - index
        return frames[index].view?.value(at: slot)
      }
    }
    steps += count
    return nil
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
    guard let view = frames[index].view else { return nil }
    return tables.slot(of: name, in: view.shape)
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
      guard let view = frames[index].view else { continue }
      names += view.shape.names.filter { seen.insert($0).inserted }
    }
    return names
  }
}
