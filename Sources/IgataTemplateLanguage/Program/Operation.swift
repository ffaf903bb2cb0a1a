import IgataDiagnostics

/// An operation of a compiled template.
///
/// Sections jump, and inclusions and blocks call, so that a template is a flat list that runs without recursion.
enum Operation: Sendable {
  /// Appends bytes of the arena that are part of a single line. At most the last byte is a line break.
  case piece(Stretch)
  /// Appends bytes of the arena.
  case literal(Stretch, startsLine: Bool)
  /// Appends a value of the data.
  case variable(NameReference, isRaw: Bool, startsLine: Bool)
  /// Repeats the operations up to `sectionEnd` for each element, or jumps past it. If nothing in the section can refer
  /// to the element with `{{.}}`, an element without names isn't pushed.
  case section(NameReference, end: Int, usesElement: Bool)
  case sectionEnd
  /// Jumps to `end` unless the value is absent, false or empty.
  case inverted(NameReference, end: Int)
  /// Begins a line of the template with something other than text.
  case lineStart
  /// Runs another template: a partial or a parent.
  case include(Int)
  /// Runs the definition of the block, or continues with its default.
  case block(Int)
  /// Ends a template or the definition of a block.
  case finish
}

extension Operation {
  /// The literal text that the operation appends, and whether it begins a line.
  var text: (Stretch, startsLine: Bool)? {
    switch self {
    case .piece(let span): (span, false)
    case .literal(let span, let startsLine): (span, startsLine)
    default: nil
    }
  }

  /// Whether the operation is a ``piece(_:)``.
  var isPiece: Bool { if case .piece = self { true } else { false } }
}

/// A run of bytes in the arena of literal text.
struct Stretch: Sendable {
  static let empty = Stretch(offset: 0, count: 0)

  var offset: Int
  var count: Int

  var end: Int { offset + count }
  var range: Range<Int> { offset..<end }
}

/// A reference to data: one name, a dotted path, or the current element.
struct NameReference: Sendable, Equatable {
  /// The current element, written `{{.}}`.
  static let current = NameReference(code: -1)

  /// The index of a name if it isn't negative, -1 for the current element, or the index of a path counted down from -2.
  let code: Int

  private init(code: Int) { self.code = code }

  static func name(_ index: Int) -> NameReference { NameReference(code: index) }
  static func path(_ index: Int) -> NameReference { NameReference(code: -2 - index) }

  /// The index of the path, if this is a path.
  var path: Int? { code < -1 ? -2 - code : nil }

  func shifted(by shift: Code.Shift) -> NameReference {
    if code >= 0 { return .name(shift.names[code]) }
    if let path { return .path(path + shift.paths) }
    return self
  }
}

/// An inclusion of a partial or a parent.
struct Inclusion: Sendable {
  enum Target: Sendable {
    /// An index among the names of templates.
    case named(Int)
    /// The name is read from the data.
    case dynamic(NameReference)
  }

  var target: Target
  /// Whether the lines of the included template are indented: by the indentation of the tag and of all enclosing
  /// inclusions.
  var isStandalone: Bool
  var indentation: Stretch
  /// The definitions of the parent's blocks, sorted by name.
  var definitions: Range<Int>
  /// The operation to continue with.
  var end: Int
}

/// The definition of a block in a parent tag.
struct BlockDefinition: Sendable {
  var name: Int
  var entry: Int
  /// The source range of the block's tag.
  var range: SourceRange
}

/// A block in a template that can be overridden.
struct BlockSite: Sendable {
  var name: Int
  /// The white space that precedes each line of the block's definition.
  var indentation: Stretch
  /// Whether the definition's first line continues a line that has begun.
  var isInline: Bool
  /// The operation after the default text.
  var end: Int
}
