/// The open sections, each with its remaining elements.
struct LoopStack {
  private enum Elements {
    /// No element is pushed.
    case none
    case one
    /// Elements of one object, which is on the context stack while the section is open.
    case elements
    case views([any View])
    case made(ViewSource)
    case texts([String])
    case values([TemplateValue])
  }

  private struct Loop {
    let elements: Elements
    /// The first operation of the section.
    let body: Int
    var next: Int
    let end: Int

    /// Replaces the previous element by the next one.
    func push(to context: inout ContextStack) {
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

    func pop(from context: inout ContextStack) {
      switch elements {
      case .none: break
      case .elements: if next == end { context.pop() }
      case .one, .views, .made, .texts, .values: context.pop()
      }
    }
  }

  private var loops: [Loop] = []

  mutating func removeAll() { loops.removeAll(keepingCapacity: true) }

  /// Opens a section of a value that is not empty, and pushes its first element.
  ///
  /// - Parameter isUsed: Whether the section can refer to an element without names.
  mutating func open(_ value: consuming TemplateValue, isUsed: Bool, body: Int, context: inout ContextStack) {
    switch value {
    case .elements(let views, let count):
      context.push(views, at: ListPosition(index: 0, count: count))
      return loops.append(Loop(elements: .elements, body: body, next: 1, end: count))
    case .list(let views): loops.append(Loop(elements: .views(views), body: body, next: 0, end: views.count))
    case .made(let source): loops.append(Loop(elements: .made(source), body: body, next: 0, end: source.count))
    case .texts(let texts): loops.append(Loop(elements: .texts(texts), body: body, next: 0, end: texts.count))
    case .values(let values): loops.append(Loop(elements: .values(values), body: body, next: 0, end: values.count))
    case .view, .element: return openOne(value, body: body, context: &context)
    default:
      if isUsed { return openOne(value, body: body, context: &context) }
      return loops.append(Loop(elements: .none, body: body, next: 1, end: 1))
    }
    _ = pushNext(to: &context)
  }

  private mutating func openOne(_ value: consuming TemplateValue, body: Int, context: inout ContextStack) {
    context.push(value)
    loops.append(Loop(elements: .one, body: body, next: 1, end: 1))
  }

  /// The first operation of the innermost section.
  var body: Int { loops[loops.count - 1].body }

  /// Advances to the next element of the innermost section, or closes the section if there is none.
  mutating func advance(_ context: inout ContextStack) -> Bool {
    loops[loops.count - 1].pop(from: &context)
    return pushNext(to: &context)
  }

  /// Pushes the next element of the innermost section, or closes the section if there is none.
  private mutating func pushNext(to context: inout ContextStack) -> Bool {
    guard loops[loops.count - 1].next < loops[loops.count - 1].end else {
      loops.removeLast()
      return false
    }
    loops[loops.count - 1].push(to: &context)
    loops[loops.count - 1].next += 1
    return true
  }
}
