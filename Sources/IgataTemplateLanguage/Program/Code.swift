import IgataDiagnostics

/// Compiled templates: one list of operations and one arena of bytes.
struct Code: Sendable {
  /// The offsets that the indices of one code are shifted by when it is appended to another.
  struct Shift {
    var operations: Int
    var arena: Int
    var paths: Int
    var inclusions: Int
    var definitions: Int
    var sites: Int
    var names: [Int]
    var blocks: [Int]
    var templates: [Int]
  }

  /// The value that represents the current element in a path.
  static let currentElement = -1

  var operations: [Operation] = []
  /// The source range of each operation.
  var ranges: [SourceRange] = []
  var arena: [UInt8] = []
  /// The names that templates look up in the data.
  var names = InternedNames(ListPosition.names)
  /// The names of dotted paths, in order. A path with a leading dot begins with ``currentElement``.
  var paths: [[Int]] = []
  var inclusions: [Inclusion] = []
  var definitions: [BlockDefinition] = []
  var sites: [BlockSite] = []
  var blocks = InternedNames()
  /// The names of included templates.
  var templates = InternedNames()

  mutating func append(_ operation: Operation, at range: SourceRange) {
    operations.append(operation)
    ranges.append(range)
  }

  /// Appends `other` and merges its names into this code.
  mutating func append(_ other: Code) {
    let shift = Shift(
      operations: operations.count, arena: arena.count, paths: paths.count, inclusions: inclusions.count,
      definitions: definitions.count, sites: sites.count, names: names.merge(other.names),
      blocks: blocks.merge(other.blocks), templates: templates.merge(other.templates))
    arena += other.arena
    ranges += other.ranges
    paths += other.paths.map { path in path.map { $0 < 0 ? $0 : shift.names[$0] } }
    operations += other.operations.lazy.map { $0.shifted(by: shift) }
    inclusions += other.inclusions.lazy.map { $0.shifted(by: shift) }
    sites += other.sites.lazy.map { $0.shifted(by: shift) }
    definitions += other.definitions.lazy.map { $0.shifted(by: shift) }
    for inclusion in other.inclusions where inclusion.definitions.count > 1 {
      let moved = inclusion.definitions.shifted(by: shift.definitions)
      definitions[moved].sort { $0.name < $1.name }
    }
  }

  /// Marks sections in which nothing refers to the section's element.
  mutating func markElementsUnused(_ sections: [Int]) {
    for section in sections {
      guard case .section(let name, let end, _) = operations[section] else { continue }
      operations[section] = .section(name, end: end, usesElement: false)
    }
  }

  /// The definition of `block` among `definitions`, which are sorted by name.
  func definition(of block: Int, among range: Range<Int>) -> BlockDefinition? {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = low + (high - low) / 2
      if definitions[middle].name < block { low = middle + 1 } else { high = middle }
    }
    return low < range.upperBound && definitions[low].name == block ? definitions[low] : nil
  }

  /// Whether a name belongs to the current element itself: `{{.}}`, or `{{.name}}`.
  func beginsAtElement(_ reference: NameReference) -> Bool {
    reference == .current || reference.path.map { paths[$0][0] < 0 } ?? false
  }

  /// The name as it is written in the template.
  func text(of reference: NameReference) -> String {
    if let path = reference.path {
      return paths[path].map { $0 < 0 ? "" : names.all[$0] }.joined(separator: ".")
    }
    return reference == .current ? "." : names.all[reference.code]
  }
}

extension Operation {
  fileprivate func shifted(by shift: Code.Shift) -> Operation {
    switch self {
    case .piece(let span): .piece(span.shifted(by: shift))
    case .literal(let span, let startsLine):
      .literal(span.shifted(by: shift), startsLine: startsLine)
    case .variable(let name, let isRaw, let startsLine):
      .variable(name.shifted(by: shift), isRaw: isRaw, startsLine: startsLine)
    case .section(let name, let end, let usesElement):
      .section(name.shifted(by: shift), end: end + shift.operations, usesElement: usesElement)
    case .inverted(let name, let end): .inverted(name.shifted(by: shift), end: end + shift.operations)
    case .include(let inclusion): .include(inclusion + shift.inclusions)
    case .block(let site): .block(site + shift.sites)
    case .sectionEnd, .lineStart, .finish: self
    }
  }
}

extension Stretch {
  fileprivate func shifted(by shift: Code.Shift) -> Stretch { Stretch(offset: offset + shift.arena, count: count) }
}

extension Inclusion {
  fileprivate func shifted(by shift: Code.Shift) -> Inclusion {
    var copy = self
    switch target {
    case .named(let name): copy.target = .named(shift.templates[name])
    case .dynamic(let name): copy.target = .dynamic(name.shifted(by: shift))
    }
    copy.indentation = indentation.shifted(by: shift)
    copy.definitions = definitions.shifted(by: shift.definitions)
    copy.end += shift.operations
    return copy
  }
}

extension BlockDefinition {
  fileprivate func shifted(by shift: Code.Shift) -> BlockDefinition {
    BlockDefinition(name: shift.blocks[name], entry: entry + shift.operations, range: range)
  }
}

extension BlockSite {
  fileprivate func shifted(by shift: Code.Shift) -> BlockSite {
    BlockSite(
      name: shift.blocks[name], indentation: indentation.shifted(by: shift), isInline: isInline,
      end: end + shift.operations)
  }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
