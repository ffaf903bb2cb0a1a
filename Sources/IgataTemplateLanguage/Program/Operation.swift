import IgataDiagnostics

/// One step of a compiled template.
///
/// Sections jump, inclusions and blocks call: a template is a flat list that is run without recursion.
enum Operation: Sendable {
  /// Appends bytes of the arena, which are no more than a part of a line: at most they end it.
  case piece(Stretch)
  /// Appends bytes of the arena.
  case literal(Stretch, startsLine: Bool)
  /// Appends a value of the data.
  case variable(NameReference, isRaw: Bool, startsLine: Bool)
  /// Repeats what follows up to its `sectionEnd` for each element, or jumps behind it. Where nothing in it can say
  /// `{{.}}` of the element itself, one without names need not be put among the data.
  case section(NameReference, end: Int, seesElement: Bool)
  case sectionEnd
  /// Jumps to `end` unless the value is absent, false or empty.
  case inverted(NameReference, end: Int)
  /// A line of the template begins here with something that is not text.
  case lineStart
  /// Runs another template: a partial or a parent.
  case include(Int)
  /// Runs what was given for the block, or goes on with its default.
  case block(Int)
  /// Ends a template or the text given for a block.
  case finish
}

extension Operation {
  /// The literal text that it appends, and whether that begins a line.
  var text: (Stretch, startsLine: Bool)? {
    switch self {
    case .piece(let span): (span, false)
    case .literal(let span, let startsLine): (span, startsLine)
    default: nil
    }
  }

  /// Whether it is text within a line.
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

/// How an operation names data: one name, a dotted path, or the current element.
struct NameReference: Sendable, Equatable {
  /// The current element, written `{{.}}`.
  static let current = NameReference(code: -1)

  /// The index of a name where it is not negative, of a path counted down from -2, or -1 for the current element.
  let code: Int

  private init(code: Int) { self.code = code }

  static func name(_ index: Int) -> NameReference { NameReference(code: index) }
  static func path(_ index: Int) -> NameReference { NameReference(code: -2 - index) }

  /// The index of the path, where it is one.
  var path: Int? { code < -1 ? -2 - code : nil }

  func shifted(by shift: Code.Shift) -> NameReference {
    if code >= 0 { return .name(shift.names[code]) }
    if let path { return .path(path + shift.paths) }
    return self
  }
}

/// A partial or a parent where it is included.
struct Inclusion: Sendable {
  enum Target: Sendable {
    /// An index among the names of templates.
    case named(Int)
    /// The data holds the name.
    case dynamic(NameReference)
  }

  var target: Target
  /// Whether the lines of the included template are indented: as the tag is, and all around it.
  var isStandalone: Bool
  var indentation: Stretch
  /// What is given for the parent's blocks, ordered by name.
  var definitions: Range<Int>
  /// The operation to go on with.
  var end: Int
}

/// What a parent tag gives for one block.
struct BlockDefinition: Sendable {
  var name: Int
  var entry: Int
  /// Where its tag stands.
  var place: SourceRange
}

/// A block where its text belongs.
struct BlockSite: Sendable {
  var name: Int
  /// What is put before each line of the text that is given for the block.
  var indentation: Stretch
  /// Whether the text's first line goes on with a line that has begun.
  var isInline: Bool
  /// The operation behind the default text.
  var end: Int
}
