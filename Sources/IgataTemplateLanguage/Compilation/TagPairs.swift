import IgataDiagnostics

/// Matches opening tags with closing tags, and reports tags that don't match.
struct TagPairs {
  /// The maximum nesting depth of sections, blocks and parents in one template.
  static let deepest = 256

  private let bytes: [UInt8]
  private let tags: [Tag]
  private let file: Int
  /// The index of the closing tag for each opening tag, and the reverse.
  private(set) var partners: [Int?]
  private(set) var diagnostics: [Diagnostic] = []
  private var open: [Int] = []
  /// Sections that a mismatched closing tag has ended. Their own closing tags aren't reported again.
  private var endedEarly: [String: Int] = [:]
  private var blocksOfParents: [Int: Set<String>] = [:]

  init(_ tags: [Tag], of bytes: [UInt8], file: Int) {
    self.tags = tags
    self.bytes = bytes
    self.file = file
    partners = Array(repeating: nil, count: tags.count)
    for index in tags.indices {
      if tags[index].kind.opens {
        guard open.count < Self.deepest else {
          diagnostics.append(.deepTemplate(limit: Self.deepest, at: range(index)))
          return
        }
        checkParent(of: index)
        open.append(index)
      } else if tags[index].kind == .close {
        close(index)
        if diagnostics.count >= TagScanner.mostErrors { return }
      }
    }
    for index in open { diagnostics.append(.unclosedSection(tags[index].kind, name(index), at: range(index))) }
  }

  private mutating func checkParent(of index: Int) {
    guard let parent = open.last, tags[parent].kind == .parent else { return }
    guard tags[index].kind == .block else {
      diagnostics.append(.sectionInParent(tags[index].kind, name(index), at: range(index), parent: range(parent)))
      return
    }
    if !blocksOfParents[parent, default: []].insert(name(index)).inserted {
      diagnostics.append(.duplicateBlock(name(index), at: range(index), parent: range(parent)))
    }
  }

  private mutating func close(_ index: Int) {
    guard let top = open.last else {
      if !closesEndedSection(index) { diagnostics.append(.unopenedSection(name(index), at: range(index))) }
      return
    }
    if closes(index, top) {
      open.removeLast()
      partners[top] = index
      partners[index] = top
      return
    }
    if closesEndedSection(index) { return }
    diagnostics.append(
      .mismatchedSectionEnd(name(index), open: tags[top].kind, name(top), at: range(index), opening: range(top)))
    guard let partner = open.lastIndex(where: { closes(index, $0) }) else {
      open.removeLast()
      return
    }
    for skipped in open[(partner + 1)...] { endedEarly[name(skipped), default: 0] += 1 }
    open.removeSubrange(partner...)
  }

  private mutating func closesEndedSection(_ index: Int) -> Bool {
    guard let count = endedEarly[name(index)], count > 0 else { return false }
    endedEarly[name(index)] = count - 1
    return true
  }

  private func closes(_ close: Int, _ open: Int) -> Bool {
    tags[close].isDynamic == tags[open].isDynamic && bytes[tags[close].name] == bytes[tags[open].name]
  }

  private func name(_ index: Int) -> String {
    (tags[index].isDynamic ? "*" : "") + bytes.text(tags[index].name)
  }

  private func range(_ index: Int) -> SourceRange {
    SourceRange(file: file, start: tags[index].start, end: tags[index].end)
  }
}
