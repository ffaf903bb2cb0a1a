import IgataDiagnostics

/// Renders templates of a templates.
///
/// A renderer keeps what it learns about the shapes of views and the room it works in, so reuse one for many
/// renderings; to render in parallel, give each task its own.
public struct Renderer: Sendable {
  let templates: TemplateSet
  let options: RenderOptions
  var context: ContextStack
  var calls = CallStack()
  /// The operation that is run.
  var position = 0
  private var loops: [Loop] = []
  private var steps = 0
  /// Whether the next line start goes on with a line that has begun, and is not indented.
  private var skipsIndentation = false

  public init(_ templates: TemplateSet, options: RenderOptions = RenderOptions()) {
    self.templates = templates
    self.options = options
    context = ContextStack(names: templates.code.names)
  }

  /// Renders the template called `name` with the names of `view`, and appends what it prints to `output`.
  ///
  /// On an error `output` is left as it was.
  public mutating func render(_ name: String, _ view: some View, into output: inout [UInt8]) throws(RenderError) {
    try render(name, value: .view(view), into: &output)
  }

  /// Renders the template called `name` with `value`, which is `{{.}}` in it, and appends what it prints to `output`.
  ///
  /// On an error `output` is left as it was.
  public mutating func render(_ name: String, value: TemplateValue, into output: inout [UInt8]) throws(RenderError) {
    guard let index = templates.indices[name] else {
      throw RenderError(
        template: name, diagnostic: .unknownTemplate(name, existing: templates.names, at: SourceRange(file: 0, start: 0, end: 0)), name: name,
        candidates: templates.names)
    }
    context.removeAll()
    calls.removeAll()
    loops.removeAll(keepingCapacity: true)
    steps = 0
    skipsIndentation = false
    position = templates.entries[index]
    context.push(value)
    let start = output.count
    do throws(RenderError) {
      try run(into: &output, limit: start + options.limits.output)
    } catch {
      output.removeLast(output.count - start)
      throw error
    }
  }

  private mutating func run(into output: inout [UInt8], limit: Int) throws(RenderError) {
    while true {
      steps += 1
      if output.count > limit || steps + context.steps > options.limits.steps { throw endlessRendering() }
      switch templates.code.operations[position] {
      case .literal(let span, let startsLine):
        append(span, startsLine: startsLine, to: &output)
        position += 1
      case .variable(let name, let isRaw, let startsLine):
        if startsLine { beginLine(&output) }
        try append(resolve(name), isRaw: isRaw, to: &output)
        position += 1
      case .section(let name, let end): try beginSection(resolve(name), end: end)
      case .sectionEnd: endSection()
      case .inverted(let name, let end): position = try resolve(name).isFalsey ? position + 1 : end
      case .lineStart:
        beginLine(&output)
        position += 1
      case .include(let index): try include(templates.code.inclusions[index])
      case .block(let index): try runBlock(templates.code.sites[index])
      case .finish:
        skipsIndentation = false
        guard let next = calls.finish() else { return }
        position = next
      }
    }
  }

  // MARK: Sections

  private struct Loop {
    var elements: Elements
    var index: Int
    var body: Int
  }

  private enum Elements {
    case one
    case views([any View])
    case texts([String])
    case values([TemplateValue])

    func element(at index: Int) -> TemplateValue? {
      switch self {
      case .one: nil
      case .views(let views): index < views.count ? .view(views[index]) : nil
      case .texts(let texts): index < texts.count ? .text(texts[index]) : nil
      case .values(let values): index < values.count ? values[index] : nil
      }
    }
  }

  private mutating func beginSection(_ value: TemplateValue, end: Int) throws(RenderError) {
    guard !value.isFalsey else {
      position = end
      return
    }
    let elements: Elements =
      switch value {
      case .list(let views): .views(views)
      case .texts(let texts): .texts(texts)
      case .values(let values): .values(values)
      default: .one
      }
    position += 1
    loops.append(Loop(elements: elements, index: 0, body: position))
    context.push(elements.element(at: 0) ?? value)
  }

  private mutating func endSection() {
    context.pop()
    let last = loops.count - 1
    loops[last].index += 1
    if let element = loops[last].elements.element(at: loops[last].index) {
      context.push(element)
      position = loops[last].body
    } else {
      loops.removeLast()
      position += 1
    }
  }

  // MARK: Templates and blocks

  private mutating func include(_ inclusion: Inclusion) throws(RenderError) {
    guard let target = try target(of: inclusion) else {
      position = inclusion.end
      return
    }
    try call(returningTo: inclusion.end)
    if inclusion.isStandalone {
      try indent(by: inclusion.indentation)
    } else {
      calls.dropIndentation()
    }
    calls.define(inclusion.definitions)
    position = templates.entries[target]
  }

  /// The place of the included template in the set, or nil where there is nothing to include.
  private mutating func target(of inclusion: Inclusion) throws(RenderError) -> Int? {
    switch inclusion.target {
    case .named(let name):
      if let target = templates.targets[name] { return target }
      guard options.mode == .strict else { return nil }
      throw unknownTemplate(templates.code.templates.all[name])
    case .dynamic(let reference):
      let value = try resolve(reference)
      guard let name = value.printed else {
        guard options.mode == .strict else { return nil }
        throw unprintable(reference, value)
      }
      if let target = templates.indices[name] { return target }
      if case .null = value { return nil }
      guard options.mode == .strict else { return nil }
      throw unknownTemplate(name)
    }
  }

  private mutating func runBlock(_ site: BlockSite) throws(RenderError) {
    guard let (entry, environment) = calls.definition(of: site.name, in: templates.code) else {
      position += 1
      return
    }
    try call(returningTo: site.end)
    try indent(by: site.indentation)
    calls.enter(environment)
    skipsIndentation = site.isInline && !calls.indentation.isEmpty
    position = entry
  }

  private mutating func call(returningTo end: Int) throws(RenderError) {
    guard calls.depth < options.limits.depth else { throw endlessInclusion() }
    calls.call(from: position, returningTo: end)
  }

  // MARK: Lines

  private mutating func indent(by span: Span) throws(RenderError) {
    guard calls.indentation.count + span.count <= options.limits.indentation else { throw endlessInclusion() }
    calls.indent(by: templates.code.arena[span.offset..<span.end])
  }

  private mutating func beginLine(_ output: inout [UInt8]) {
    if skipsIndentation {
      skipsIndentation = false
    } else if !calls.indentation.isEmpty {
      output += calls.indentationBytes
    }
  }

  private mutating func append(_ span: Span, startsLine: Bool, to output: inout [UInt8]) {
    guard !calls.indentation.isEmpty else {
      output += templates.code.arena[span.offset..<span.end]
      return
    }
    var line = span.offset
    var isStart = startsLine
    while line < span.end {
      let rest = templates.code.arena[line..<span.end]
      let end = rest.firstIndex(of: Byte.newline).map { $0 + 1 } ?? span.end
      // A line with nothing on it stays so: nobody wants white space at the end of lines.
      let isBlank = templates.code.arena.lineBreakEnd(at: line) == end
      if isStart, skipsIndentation || !isBlank { beginLine(&output) }
      output += templates.code.arena[line..<end]
      line = end
      isStart = true
    }
  }
}
