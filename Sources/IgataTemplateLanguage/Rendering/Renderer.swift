/// Renders the templates of a set.
///
/// A renderer caches information about the shapes of views and reuses its buffers, so use one renderer for many
/// renderings. The limits of its options apply to all of them together. To render in parallel, give each task its own
/// renderer.
public struct Renderer {
  let templates: TemplateSet
  let options: RenderOptions
  var context: ContextStack
  var calls = CallStack()
  /// The operation that is running.
  var position = 0
  private var loops = LoopStack()
  private var steps = 0
  /// The number of bytes of the renderings that have ended.
  private var printed = 0
  /// Whether the next line start continues a line that has begun, and isn't indented.
  var skipsIndentation = false
  var output = TextBuffer()
  var faults = RenderFaults()

  public init(_ templates: TemplateSet, options: RenderOptions = RenderOptions()) {
    self.templates = templates
    self.options = options
    context = ContextStack(templates.code)
  }

  /// The number of steps that have been taken.
  var allSteps: Int { steps + context.steps }

  /// Renders the template called `name` with the names of `view`, and appends the result to `output`.
  ///
  /// If there is an error, `output` is unchanged.
  public mutating func render(_ name: String, _ view: some View, into output: inout [UInt8]) throws(RenderError) {
    try render(name, value: .view(view), into: &output)
  }

  /// Renders the template called `name` with `value`, which is `{{.}}` in it, and appends the result to `output`.
  ///
  /// If there is an error, the bytes of `output` are unchanged.
  public mutating func render(_ name: String, value: TemplateValue, into output: inout [UInt8]) throws(RenderError) {
    guard let index = templates.indices[name] else {
      throw unknownTemplate(rendering: name)
    }
    context.removeAll()
    calls.removeAll()
    loops.removeAll()
    skipsIndentation = false
    position = templates.entries[index]
    context.push(value)
    // An empty output lends its memory, and takes over the bytes without a copy.
    self.output = TextBuffer()
    if output.isEmpty { self.output.swapBytes(with: &output) }
    faults = RenderFaults()
    try run()
    printed += self.output.count
    guard faults.diagnostics.isEmpty else { throw RenderError(faults.diagnostics) }
    if output.isEmpty { self.output.swapBytes(with: &output) } else { output += self.output.bytes }
    self.output = TextBuffer()
  }

  private mutating func run() throws(RenderError) {
    let code = templates.code
    while true {
      switch code.operations[position] {
      case .piece(let text):
        output.append(code.arena[text.range])
        position += 1
      case .literal(let text, let startsLine):
        try append(code.arena, text, startsLine: startsLine)
        position += 1
      case .variable(let name, let isRaw, let startsLine):
        if startsLine { try beginLine() }
        try print(name, isRaw: isRaw)
        if output.count > options.limits.output { throw endlessRendering() }
        position += 1
      case .section(let name, let end, let usesElement):
        try beginSection(resolve(name), end: end, usesElement: usesElement)
      case .sectionEnd: try endSection()
      case .inverted(let name, let end): position = try resolve(name).isFalsey ? position + 1 : end
      case .lineStart:
        try beginLine()
        position += 1
      case .include(let index): try include(code.inclusions[index])
      case .block(let index): try runBlock(code.sites[index])
      case .finish:
        guard try finish() else { return }
      }
    }
  }

  /// Counts the steps of a range of operations that have run.
  ///
  /// Only jumps backward and returns need this check, as everything else terminates. Operations that take as long as a
  /// text count its bytes as well.
  private mutating func count(from start: Int) throws(RenderError) { try count(position - start + 1) }

  mutating func count(_ more: Int) throws(RenderError) {
    steps += more
    let limits = options.limits
    if allSteps > limits.steps || printed + output.count > limits.output { throw endlessRendering() }
  }

  // MARK: Sections

  private mutating func beginSection(
    _ value: consuming TemplateValue, end: Int, usesElement: Bool
  ) throws(RenderError) {
    guard !value.isFalsey else {
      position = end
      return
    }
    position += 1
    loops.open(value, isUsed: usesElement, body: position, context: &context)
  }

  private mutating func endSection() throws(RenderError) {
    let body = loops.body
    try count(from: body)
    position = loops.advance(&context) ? body : position + 1
  }

  // MARK: Templates and blocks

  private mutating func include(_ inclusion: Inclusion) throws(RenderError) {
    guard let target = try target(of: inclusion) else {
      position = inclusion.end
      return
    }
    let entry = templates.entries[target]
    try call(entry, returningTo: inclusion.end)
    if inclusion.isStandalone {
      try indent(by: inclusion.indentation)
    } else {
      calls.dropIndentation()
    }
    calls.define(inclusion.definitions)
    position = entry
  }

  /// The index of the included template in the set, or `nil` if there is nothing to include.
  private mutating func target(of inclusion: Inclusion) throws(RenderError) -> Int? {
    switch inclusion.target {
    case .named(let name):
      if let target = templates.targets[name] { return target }
      if options.mode == .strict { try noteUnknownTemplate(templates.code.templates.all[name]) }
      return nil
    case .dynamic(let reference):
      let value = try resolve(reference)
      if case .null = value { return nil }
      let name = value.printed
      if let name, let target = templates.indices[name] { return target }
      guard options.mode == .strict else { return nil }
      if let name { try noteUnknownTemplate(name) } else { try noteUnprintable(reference, value) }
      return nil
    }
  }

  private mutating func runBlock(_ site: BlockSite) throws(RenderError) {
    steps += calls.definedCount
    guard let (entry, environment) = calls.definition(of: site.name, in: templates.code) else {
      position += 1
      return
    }
    try call(entry, returningTo: site.end)
    try indent(by: site.indentation)
    calls.enter(environment)
    skipsIndentation = site.isInline && !calls.indentation.isEmpty
    position = entry
  }

  private mutating func call(_ entry: Int, returningTo end: Int) throws(RenderError) {
    guard calls.depth < options.limits.depth else { throw endlessInclusion() }
    calls.call(entry, from: position, returningTo: end)
  }

  /// Ends a template or a block, and returns whether there is something to continue with.
  private mutating func finish() throws(RenderError) -> Bool {
    skipsIndentation = false
    guard let call = calls.finish() else {
      try count(from: position)
      return false
    }
    try count(from: call.entry)
    position = call.returnsTo
    return true
  }

  // MARK: Lines

  private mutating func indent(by span: Stretch) throws(RenderError) {
    guard span.count > 0 else { return }
    guard calls.indentation.count + span.count <= options.limits.indentation else { throw endlessIndentation() }
    steps += span.count
    calls.indent(by: templates.code.arena[span.range])
  }

  private mutating func beginLine() throws(RenderError) {
    if skipsIndentation {
      skipsIndentation = false
    } else if !calls.indentation.isEmpty {
      // A short template can have many lines that are indented far.
      if output.count > options.limits.output { throw endlessRendering() }
      calls.writeIndentation(into: &output)
    }
  }

  private mutating func append(_ arena: [UInt8], _ text: Stretch, startsLine: Bool) throws(RenderError) {
    guard !calls.indentation.isEmpty else { return output.append(arena[text.range]) }
    var line = text.offset
    var isStart = startsLine
    while line < text.end {
      var end = line
      while end < text.end, arena[end] != Byte.newline { end += 1 }
      // An empty line isn't indented, so that it has no trailing white space.
      let isBlank = end < text.end && (end == line || end == line + 1 && arena[line] == Byte.carriageReturn)
      end = min(end + 1, text.end)
      if isStart, skipsIndentation || !isBlank { try beginLine() }
      output.append(arena[line..<end])
      line = end
      isStart = true
    }
  }
}
