import IgataDiagnostics

/// Compiles the tags of a template, and the text between them, into operations.
///
/// The tags must have no errors: each opening tag has a closing tag.
struct TemplateCompiler {
  /// A section, block or parent whose closing tag has not been reached.
  private enum Open {
    case section(operation: Int)
    case inverted(operation: Int)
    case site(Int)
    case parent(PendingParent)
    case definition(outerDedent: Range<Int>)
  }

  private struct PendingParent {
    var inclusion: Int
    var isStandalone: Bool
    var definitions: [BlockDefinition] = []
  }

  private let tags: [Tag]
  private let partners: [Int?]
  private var text: TextEmitter
  private var open: [Open] = []

  var code: Code { text.code }

  init(_ bytes: [UInt8], _ tags: [Tag], partners: [Int?], file: Int) {
    self.tags = tags
    self.partners = partners
    text = TextEmitter(bytes, file: file)
  }

  mutating func compile() {
    for index in tags.indices {
      let tag = tags[index]
      if case .parent? = open.last {
        compileInParent(tag, index)
      } else {
        compile(tag, index)
      }
    }
    text.finishTemplate()
  }

  /// Only blocks and the closing tag have an effect in a parent tag.
  private mutating func compileInParent(_ tag: Tag, _ index: Int) {
    switch tag.kind {
    case .block: beginDefinition(tag, index)
    case .close: endParent(tag)
    default: break
    }
  }

  private mutating func compile(_ tag: Tag, _ index: Int) {
    switch tag.kind {
    case .comment, .delimiters: text.leave(tag)
    case .variable: compileVariable(tag, isRaw: false)
    case .rawVariable: compileVariable(tag, isRaw: true)
    case .section, .inverted: beginSection(tag)
    case .partial: compilePartial(tag)
    case .parent: beginParent(tag, index)
    case .block: beginSite(tag, index)
    case .close: close(tag)
    }
  }

  private mutating func compileVariable(_ tag: Tag, isRaw: Bool) {
    text.emit(upTo: tag.start)
    let startsLine = text.takeLineStart()
    text.append(.variable(text.reference(tag.name), isRaw: isRaw, startsLine: startsLine), for: tag)
    text.resume(at: tag.end, atLineStart: false)
  }

  private mutating func beginSection(_ tag: Tag) {
    text.leaveMarkingLine(tag)
    let name = text.reference(tag.name)
    let operation = text.code.operations.count
    if tag.kind == .inverted {
      text.append(.inverted(name, end: operation), for: tag)
      open.append(.inverted(operation: operation))
    } else {
      text.append(.section(name, end: operation, usesElement: true), for: tag)
      open.append(.section(operation: operation))
    }
  }

  private mutating func close(_ tag: Tag) {
    switch open.popLast() {
    case .section(let operation)?:
      text.leaveMarkingLine(tag)
      text.append(.sectionEnd, for: tag)
      text.endJump(of: operation)
    case .inverted(let operation)?:
      text.leaveMarkingLine(tag)
      text.endJump(of: operation)
    case .site(let site)?:
      text.leaveMarkingLine(tag)
      text.endSite(site)
    case .definition(let outerDedent)?:
      text.emit(upTo: tag.lineStart ?? tag.start)
      text.append(.finish, for: tag)
      text.dedent = outerDedent
      text.resume(at: tag.end, atLineStart: false)
    case .parent?, nil: break
    }
  }

  private mutating func compilePartial(_ tag: Tag) {
    let isStandalone = tag.standaloneLine != nil
    let indentation = isStandalone ? text.indentation(of: tag) : .empty
    text.leaveMarkingLine(tag)
    let inclusion = text.addInclusion(tag, isStandalone: isStandalone, indentation: indentation)
    text.append(.include(inclusion), for: tag)
    text.endInclusion(inclusion, definitions: [])
  }

  // A parent and its contents count as one tag. It is standalone if nothing precedes its start and follows its end.
  private mutating func beginParent(_ tag: Tag, _ index: Int) {
    let end = partners[index].map { tags[$0] }
    let isStandalone = tag.lineStart != nil && end?.nextLine != nil
    let indentation = isStandalone ? text.indentation(of: tag) : .empty
    if let lineStart = tag.lineStart, isStandalone {
      text.emit(upTo: lineStart)
    } else {
      text.emit(upTo: tag.start)
      text.markLineStart(for: tag)
    }
    let inclusion = text.addInclusion(tag, isStandalone: isStandalone, indentation: indentation)
    text.append(.include(inclusion), for: tag)
    open.append(.parent(PendingParent(inclusion: inclusion, isStandalone: isStandalone)))
  }

  private mutating func endParent(_ tag: Tag) {
    guard case .parent(let parent)? = open.popLast() else { return }
    text.endInclusion(parent.inclusion, definitions: parent.definitions)
    if parent.isStandalone, let nextLine = tag.nextLine {
      text.resume(at: nextLine, atLineStart: true)
    } else {
      text.resume(at: tag.end, atLineStart: false)
    }
  }

  private mutating func beginDefinition(_ tag: Tag, _ index: Int) {
    guard case .parent(var parent)? = open.popLast() else { return }
    let name = text.block(tag.name)
    parent.definitions.append(
      BlockDefinition(name: name, entry: text.code.operations.count, range: text.range(of: tag)))
    open.append(.parent(parent))
    open.append(.definition(outerDedent: text.dedent))
    text.dedent = tag.nextLine == nil ? text.whiteSpace(before: tag) : intrinsicIndentation(of: index)
    text.resume(at: tag.nextLine ?? tag.end, atLineStart: true)
    text.forbidMerging()
  }

  private mutating func beginSite(_ tag: Tag, _ index: Int) {
    let isStandalone = tag.standaloneLine != nil
    let indentation = isStandalone ? text.dedented(intrinsicIndentation(of: index)) : text.indentation(of: tag)
    let name = text.block(tag.name)
    text.leaveMarkingLine(tag)
    open.append(.site(text.addSite(name, indentation: indentation, isInline: !isStandalone, for: tag)))
  }

  /// The white space that the lines of a block's text begin with: that of its first line that isn't blank, or the tag's
  /// own if all lines are blank.
  private func intrinsicIndentation(of index: Int) -> Range<Int> {
    let tag = tags[index]
    let fallback = text.whiteSpace(before: tag)
    guard let partner = partners[index], var line = tag.nextLine else { return fallback }
    let end = tags[partner].start
    while line < end {
      let first = text.bytes.blankEnd(from: line, limit: end)
      if first == end { return fallback }
      guard let next = text.bytes.lineBreakEnd(at: first) else { return line..<first }
      line = next
    }
    return fallback
  }
}
