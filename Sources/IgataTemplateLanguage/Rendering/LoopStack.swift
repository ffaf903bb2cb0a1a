/// The sections that are open, each with the elements that are still to come.
struct LoopStack: ~Copyable {
  private enum Elements {
    /// Nothing that is put among the data.
    case none
    case one
    /// Those that lie in one object, which is among the data while the section is open.
    case elements
    case views([any View])
    case made(ViewSource)
    case texts([String])
    case values([TemplateValue])
  }

  /// Not copyable, so that taking the next element does not count references to all of them.
  private struct Loop: ~Copyable {
    let elements: Elements
    /// The first operation of the section.
    let body: Int
    var next: Int
    let end: Int

    /// Puts the next element in the place of the last one.
    borrowing func push(to context: inout ContextStack) {
      switch elements {
      case .none, .one: break
      case .elements: context.move(to: next)
      case .views(let views): context.push(views[next], at: ListPosition(index: next, count: views.count))
      case .made(let source):
        context.push(source.view(at: next), at: ListPosition(index: next, count: source.count))
      case .texts(let texts): context.push(.text(texts[next]), at: ListPosition(index: next, count: texts.count))
      case .values(let values): context.push(values[next], at: ListPosition(index: next, count: values.count))
      }
    }

    borrowing func pop(from context: inout ContextStack) {
      switch elements {
      case .none: break
      case .elements: if next == end { context.pop() }
      case .one, .views, .made, .texts, .values: context.pop()
      }
    }
  }

  private var loops = UnsafeMutablePointer<Loop>.allocate(capacity: 16)
  private var capacity = 16
  /// How many are open.
  private(set) var count = 0

  init() {}

  deinit {
    loops.deinitialize(count: count)
    loops.deallocate()
  }

  mutating func removeAll() {
    loops.deinitialize(count: count)
    count = 0
  }

  /// Opens a section of a value that is not empty, and pushes its first element.
  ///
  /// - Parameter isSeen: Whether the section can tell that an element without names is there.
  mutating func open(_ value: consuming TemplateValue, isSeen: Bool, body: Int, context: inout ContextStack) {
    switch value {
    case .elements(let views, let count):
      context.push(views, at: ListPosition(index: 0, count: count))
      return append(Loop(elements: .elements, body: body, next: 1, end: count))
    case .list(let views): append(Loop(elements: .views(views), body: body, next: 0, end: views.count))
    case .made(let source): append(Loop(elements: .made(source), body: body, next: 0, end: source.count))
    case .texts(let texts): append(Loop(elements: .texts(texts), body: body, next: 0, end: texts.count))
    case .values(let values): append(Loop(elements: .values(values), body: body, next: 0, end: values.count))
    case .view, .element: return openOne(value, body: body, context: &context)
    default:
      if isSeen { return openOne(value, body: body, context: &context) }
      return append(Loop(elements: .none, body: body, next: 1, end: 1))
    }
    _ = pushNext(to: &context)
  }

  private mutating func openOne(_ value: consuming TemplateValue, body: Int, context: inout ContextStack) {
    context.push(value)
    append(Loop(elements: .one, body: body, next: 1, end: 1))
  }

  /// Opens a section of some elements of a source, and pushes the first; says whether there is one.
  mutating func open(_ source: ViewSource, _ range: Range<Int>, body: Int, context: inout ContextStack) -> Bool {
    append(Loop(elements: .made(source), body: body, next: range.lowerBound, end: range.upperBound))
    return pushNext(to: &context)
  }

  /// The first operation of the innermost section.
  var body: Int { loops[count - 1].body }

  /// Goes on to the next element of the innermost section, or closes it where there is none.
  mutating func advance(_ context: inout ContextStack) -> Bool {
    loops[count - 1].pop(from: &context)
    return pushNext(to: &context)
  }

  /// Pushes the next element of the innermost section, or closes it where there is none.
  private mutating func pushNext(to context: inout ContextStack) -> Bool {
    guard loops[count - 1].next < loops[count - 1].end else {
      count -= 1
      (loops + count).deinitialize(count: 1)
      return false
    }
    loops[count - 1].push(to: &context)
    loops[count - 1].next += 1
    return true
  }

  private mutating func append(_ loop: consuming Loop) {
    if count == capacity { grow() }
    (loops + count).initialize(to: loop)
    count += 1
  }

  private mutating func grow() {
    let moved = UnsafeMutablePointer<Loop>.allocate(capacity: capacity * 2)
    moved.moveInitialize(from: loops, count: count)
    loops.deallocate()
    loops = moved
    capacity *= 2
  }
}
