/// Finds the sections in which something can say `{{.}}` of the section's own element.
///
/// All others need not put an element without names among the data: nothing could tell that it is there. Most
/// sections are of that kind, as they ask for a condition.
struct ElementUse {
  private let code: Code
  /// For each template whether something outside all of its sections may say `{{.}}` of what is around it.
  private var reachesOut: [Bool] = []
  /// The sections that are open, each with its end and whether it sees its element.
  private var open: [(operation: Int, end: Int, sees: Bool)] = []
  /// The sections whose element nothing sees.
  private(set) var blind: [Int] = []

  /// - Parameters:
  ///   - entries: Where each template begins, in order.
  ///   - targets: For each name of an included template its place in `entries`, where there is such a template.
  init(_ code: Code, entries: [Int], targets: [Int?]) {
    self.code = code
    let ends = entries + [code.operations.count]
    // A template that includes another outside its sections is taken to reach out: seldom true, and never wrong.
    for index in entries.indices { reachesOut.append(walk(ends[index]..<ends[index + 1]) { _ in true }) }
    blind = []
    for index in entries.indices {
      _ = walk(ends[index]..<ends[index + 1]) { [reachesOut] in targets[$0].map { reachesOut[$0] } ?? false }
    }
  }

  /// Goes through a template, and says whether something outside its sections may see what is around it.
  private mutating func walk(_ range: Range<Int>, reaches: (Int) -> Bool) -> Bool {
    var isSeen = false
    for index in range {
      while let last = open.last, last.end <= index { close(last) }
      if mentionsElement(code.operations[index], reaches) {
        if open.isEmpty { isSeen = true } else { open[open.count - 1].sees = true }
      }
      if case .section(_, let end, _) = code.operations[index] { open.append((index, end, false)) }
    }
    while let last = open.last { close(last) }
    return isSeen
  }

  private mutating func close(_ section: (operation: Int, end: Int, sees: Bool)) {
    open.removeLast()
    if !section.sees { blind.append(section.operation) }
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
