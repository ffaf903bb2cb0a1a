/// Finds the sections in which something can refer to the section's own element with `{{.}}`.
///
/// Other sections don't need to push an element that has no names, because nothing can refer to it. Most sections are
/// of this kind, as they only test a condition.
struct ElementUse {
  private let code: Code
  /// For each template, whether anything outside all of its sections may refer to the enclosing element with `{{.}}`.
  private var reachesOut: [Bool] = []
  /// The open sections, each with its end and whether something in it refers to its element.
  private var open: [(operation: Int, end: Int, usesElement: Bool)] = []
  /// The sections in which nothing refers to the element.
  private(set) var unusedElements: [Int] = []

  /// - Parameters:
  ///   - entries: The first operation of each template, in order.
  ///   - targets: For each name of an included template, its index in `entries`, or `nil` if there is no such template.
  init(_ code: Code, entries: [Int], targets: [Int?]) {
    self.code = code
    let ends = entries + [code.operations.count]
    // A template that includes another one outside its sections is assumed to reach out. That is rarely true, but safe.
    for index in entries.indices { reachesOut.append(walk(ends[index]..<ends[index + 1]) { _ in true }) }
    unusedElements = []
    for index in entries.indices {
      _ = walk(ends[index]..<ends[index + 1]) { [reachesOut] in targets[$0].map { reachesOut[$0] } ?? false }
    }
  }

  /// Walks a template, and returns whether anything outside its sections may refer to the enclosing element.
  private mutating func walk(_ range: Range<Int>, reaches: (Int) -> Bool) -> Bool {
    var isUsed = false
    for index in range {
      while let last = open.last, last.end <= index { close(last) }
      if mentionsElement(code.operations[index], reaches) {
        if open.isEmpty { isUsed = true } else { open[open.count - 1].usesElement = true }
      }
      if case .section(_, let end, _) = code.operations[index] { open.append((index, end, false)) }
    }
    while let last = open.last { close(last) }
    return isUsed
  }

  private mutating func close(_ section: (operation: Int, end: Int, usesElement: Bool)) {
    open.removeLast()
    if !section.usesElement { unusedElements.append(section.operation) }
  }

  private func mentionsElement(_ operation: Operation, _ reaches: (Int) -> Bool) -> Bool {
    switch operation {
    case .variable(let name, _, _), .section(let name, _, _), .inverted(let name, _): code.beginsAtElement(name)
    case .block: true
    case .include(let index):
      switch code.inclusions[index].target {
      case .named(let target): reaches(target) || !code.inclusions[index].definitions.isEmpty
      case .dynamic: true
      }
    case .piece, .literal, .sectionEnd, .lineStart, .finish: false
    }
  }
}
