import Synchronization

/// A long section, of which threads render stretches beside each other.
struct SectionPart: Sendable {
  /// What a part must hold at least, so that a thread is worth its start.
  static let fewest = 128

  let templates: TemplateSet
  let options: RenderOptions
  /// The elements around the section, the outermost first.
  let elements: [(value: TemplateValue, position: ListPosition?)]
  let calls: CallStack
  /// The section's first operation.
  let body: Int
  let source: ViewSource

  /// What became of a part.
  struct Result: ~Copyable, Sendable {
    var output = TextBuffer()
    var steps = 0
    var faults = RenderFaults()
    var error: RenderError?
  }

  /// Where a thread leaves its result.
  final class Slot: Sendable {
    let result = Mutex(Result())
  }

  /// The elements of one of `count` parts.
  func range(_ index: Int, of count: Int) -> Range<Int> {
    source.count * index / count..<source.count * (index + 1) / count
  }
}

extension Renderer {
  /// Whether a section over `source` is to be rendered in parts: not within a part, of which there are enough.
  func splits(_ source: ViewSource) -> Bool {
    !isPart && source.count >= 2 * SectionPart.fewest && Threads.available > 1
  }

  /// Renders a section in parts, the first one here and each of the others on a thread, and goes on behind it.
  mutating func renderParts(of source: ViewSource, body: Int, end: Int) throws(RenderError) {
    let part = SectionPart(
      templates: templates, options: options, elements: context.elements, calls: calls, body: body, source: source)
    let count = min(Threads.available, source.count / SectionPart.fewest)
    let slots = (0..<count).map { _ in SectionPart.Slot() }
    var failure: RenderError?
    Threads.run(count) { index in
      var renderer = Renderer(part)
      slots[index].result.withLock { renderer.render(part, part.range(index, of: count), into: &$0) }
    } first: {
      do throws(RenderError) {
        try render(source, part.range(0, of: count), body: body)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    for slot in slots.dropFirst() {
      try slot.result.withLock { result throws(RenderError) in try take(result) }
      inserts.append((output.count, slot))
    }
    position = end
  }

  private mutating func take(_ result: borrowing SectionPart.Result) throws(RenderError) {
    if let error = result.error { throw RenderError(faults.diagnostics + error.diagnostics) }
    faults.merge(result.faults)
    if faults.isFull { throw RenderError(faults.diagnostics) }
    inserted += result.output.count
    try count(result.steps)
  }

  /// Appends what has been printed, each part at its place.
  func copy(into bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + output.count + inserted)
    var start = 0
    for (place, slot) in inserts {
      bytes.append(contentsOf: output.contents[start..<place])
      slot.result.withLock { bytes.append(contentsOf: $0.output.contents) }
      start = place
    }
    bytes.append(contentsOf: output.contents[start...])
  }

  /// Renders all of a part, in a renderer of its own.
  private mutating func render(_ part: SectionPart, _ range: Range<Int>, into result: inout SectionPart.Result) {
    for element in part.elements { context.push(element.value, at: element.position) }
    calls = part.calls
    do throws(RenderError) {
      try render(part.source, range, body: part.body)
    } catch {
      result.error = error
    }
    swap(&output, &result.output)
    result.steps = allSteps
    result.faults = faults
  }
}
