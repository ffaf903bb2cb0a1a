import Synchronization

/// A stretch of a long section, which is rendered beside the others.
struct SectionPart: Sendable {
  /// What a part must hold at least, so that a thread is worth its start.
  static let fewest = 128

  let templates: TemplateSet
  let options: RenderOptions
  /// The elements around the section, the outermost first.
  let elements: [TemplateValue]
  let calls: CallStack
  /// The section's first operation.
  let body: Int
  let skipsIndentation: Bool
  let source: ViewSource

  /// What became of a part.
  struct Result: Sendable {
    let bytes: [UInt8]
    let steps: Int
    let faults: RenderFaults
    let error: RenderError?
  }

  /// Renders all elements, in as many parts as there are threads, and gives the parts in their order.
  func renderAll() -> [Result] {
    let count = min(Threads.available, source.count / Self.fewest)
    let slots = (0..<count).map { _ in Slot() }
    Threads.run(count) { index in
      let range = source.count * index / count..<source.count * (index + 1) / count
      var renderer = Renderer(self)
      let result = renderer.render(self, range)
      slots[index].result.withLock { $0 = result }
    }
    return slots.compactMap { $0.result.withLock { $0 } }
  }

  private final class Slot: Sendable {
    let result = Mutex<Result?>(nil)
  }
}

extension Renderer {
  /// Whether a section over `source` is to be rendered in parts: not within a part, of which there are enough.
  func splits(_ source: ViewSource) -> Bool {
    !isPart && source.count >= 2 * SectionPart.fewest && Threads.available > 1
  }

  /// Renders a section in parts, and goes on behind it.
  mutating func renderParts(of source: ViewSource, body: Int, end: Int) throws(RenderError) {
    let part = SectionPart(
      templates: templates, options: options, elements: context.elements, calls: calls, body: body,
      skipsIndentation: skipsIndentation, source: source)
    for result in part.renderAll() {
      if let error = result.error { throw RenderError(faults.diagnostics + error.diagnostics) }
      faults.merge(result.faults)
      if faults.isFull { throw RenderError(faults.diagnostics) }
      result.bytes.withUnsafeBufferPointer { output.append($0) }
      try count(result.steps)
    }
    skipsIndentation = false
    position = end
  }
}
