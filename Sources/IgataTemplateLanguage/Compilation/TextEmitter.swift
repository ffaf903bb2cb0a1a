import IgataDiagnostics

/// Appends operations and literal text to a `Code`, and keeps track of lines and their white space.
struct TextEmitter {
  let bytes: [UInt8]
  private let file: Int
  private(set) var code = Code()
  /// The white space, as a range of the source, that is removed from the start of each line.
  var dedent: Range<Int> = 0..<0
  /// The start of the text that has not been emitted.
  private var cursor: Int
  /// Whether the next operation begins a line of the template.
  private var atLineStart = true
  /// A jump leads to this operation, so a literal before it must not grow.
  private var mergeFloor = 0

  init(_ bytes: [UInt8], file: Int) {
    self.bytes = bytes
    self.file = file
    cursor = Byte.markLength(bytes)
  }

  // MARK: Text

  /// Emits the text up to `end`.
  mutating func emit(upTo end: Int) {
    if dedent.isEmpty {
      emitPiece(cursor..<max(cursor, end))
      cursor = max(cursor, end)
    }
    while cursor < end {
      if cursor == 0 || bytes[cursor - 1] == Byte.newline { cursor += dedentedLength(cursor..<end) }
      let line = bytes[cursor..<end].firstIndex(of: Byte.newline).map { $0 + 1 } ?? end
      emitPiece(cursor..<line)
      cursor = line
    }
  }

  private mutating func emitPiece(_ range: Range<Int>) {
    guard let last = bytes[range].last else { return }
    let offset = code.arena.count
    code.arena += bytes[range]
    let isFirst = code.operations.count <= mergeFloor
    // Only the last byte of the preceding text is checked, as the text may be long.
    let isPiece = !atLineStart && !bytes[range].dropLast().contains(Byte.newline)
    if !isFirst, let (span, startsLine) = code.operations.last?.text, span.end == offset {
      let merged = Stretch(offset: span.offset, count: span.count + range.count)
      let isStill = isPiece && code.operations.last?.isPiece == true
      code.operations[code.operations.count - 1] =
        isStill ? .piece(merged) : .literal(merged, startsLine: startsLine)
    } else {
      let source = SourceRange(file: file, start: range.lowerBound, end: range.upperBound)
      let span = Stretch(offset: offset, count: range.count)
      code.append(isPiece ? .piece(span) : .literal(span, startsLine: atLineStart), at: source)
    }
    atLineStart = last == Byte.newline
  }

  /// Continues after a tag that prints nothing itself. Removes its line if the tag is alone on it.
  mutating func leave(_ tag: Tag) {
    if let line = tag.standaloneLine {
      emit(upTo: line.start)
      resume(at: line.next, atLineStart: true)
    } else {
      emit(upTo: tag.start)
      cursor = tag.end
    }
  }

  /// Like ``leave(_:)``, for a tag at which the run may branch. The start of the line must be marked before it.
  mutating func leaveMarkingLine(_ tag: Tag) {
    leave(tag)
    if tag.standaloneLine == nil { markLineStart(for: tag) }
  }

  mutating func resume(at offset: Int, atLineStart: Bool) {
    cursor = offset
    self.atLineStart = atLineStart
  }

  mutating func markLineStart(for tag: Tag) {
    if takeLineStart() { append(.lineStart, for: tag) }
  }

  /// Returns whether a line begins here, and resets the flag.
  mutating func takeLineStart() -> Bool {
    defer { atLineStart = false }
    return atLineStart
  }

  mutating func forbidMerging() { mergeFloor = code.operations.count }

  // MARK: White space

  /// The white space before the tag, if nothing else precedes it on its line.
  func whiteSpace(before tag: Tag) -> Range<Int> { (tag.lineStart ?? tag.start)..<tag.start }

  /// The part of `whiteSpace` that remains after the common indentation is removed, in the arena.
  mutating func dedented(_ whiteSpace: Range<Int>) -> Stretch {
    let kept = whiteSpace.dropFirst(dedentedLength(whiteSpace))
    guard !kept.isEmpty else { return .empty }
    defer { code.arena += bytes[kept] }
    return Stretch(offset: code.arena.count, count: kept.count)
  }

  mutating func indentation(of tag: Tag) -> Stretch { dedented(whiteSpace(before: tag)) }

  private func dedentedLength(_ line: Range<Int>) -> Int {
    let length = min(dedent.count, line.count)
    let isDifferent = (0..<length).first { bytes[dedent.lowerBound + $0] != bytes[line.lowerBound + $0] }
    return isDifferent ?? length
  }

  // MARK: Operations

  mutating func append(_ operation: Operation, for tag: Tag) {
    code.append(operation, at: range(of: tag))
  }

  func range(of tag: Tag) -> SourceRange { SourceRange(file: file, start: tag.start, end: tag.end) }

  mutating func finishTemplate() {
    emit(upTo: bytes.count)
    code.append(.finish, at: SourceRange(file: file, start: bytes.count, end: bytes.count))
  }

  /// Ends the section at `operation` here.
  mutating func endJump(of operation: Int) {
    let end = code.operations.count
    switch code.operations[operation] {
    case .section(let name, _, let usesElement):
      code.operations[operation] = .section(name, end: end, usesElement: usesElement)
    case .inverted(let name, _): code.operations[operation] = .inverted(name, end: end)
    default: break
    }
    forbidMerging()
  }

  mutating func addInclusion(_ tag: Tag, isStandalone: Bool, indentation: Stretch) -> Int {
    let target: Inclusion.Target =
      tag.isDynamic ? .dynamic(reference(tag.name)) : .named(code.templates.intern(bytes[tag.name]))
    code.inclusions.append(
      Inclusion(target: target, isStandalone: isStandalone, indentation: indentation, definitions: 0..<0, end: 0))
    return code.inclusions.count - 1
  }

  mutating func endInclusion(_ index: Int, definitions: [BlockDefinition]) {
    let start = code.definitions.count
    code.definitions += definitions
    code.inclusions[index].definitions = start..<code.definitions.count
    code.inclusions[index].end = code.operations.count
    forbidMerging()
  }

  mutating func addSite(_ name: Int, indentation: Stretch, isInline: Bool, for tag: Tag) -> Int {
    code.sites.append(BlockSite(name: name, indentation: indentation, isInline: isInline, end: 0))
    append(.block(code.sites.count - 1), for: tag)
    return code.sites.count - 1
  }

  mutating func endSite(_ index: Int) {
    code.sites[index].end = code.operations.count
    forbidMerging()
  }

  // MARK: Names

  mutating func block(_ name: Range<Int>) -> Int { code.blocks.intern(bytes[name]) }

  /// The data that `name` refers to: `.`, one name, or several names separated by dots. A leading dot stands for the
  /// current element, so that the name isn't looked up in the enclosing elements.
  mutating func reference(_ name: Range<Int>) -> NameReference {
    let dot = UInt8(ascii: ".")
    if name.count == 1, bytes[name.lowerBound] == dot { return .current }
    if bytes[name].first == dot {
      // The position in a list is never looked up in enclosing elements.
      for (index, position) in ListPosition.names.enumerated()
      where bytes[name].dropFirst().elementsEqual(position.utf8) {
        return .name(index)
      }
    }
    guard bytes[name].contains(dot) else { return .name(code.names.intern(bytes[name])) }
    var path = bytes[name.lowerBound] == dot ? [Code.currentElement] : []
    for part in bytes[name].split(separator: dot) { path.append(code.names.intern(part)) }
    code.paths.append(path)
    return .path(code.paths.count - 1)
  }
}
