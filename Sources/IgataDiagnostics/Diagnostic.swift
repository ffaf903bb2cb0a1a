/// One finding about a text: what is wrong, where, and how to fix it.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable, Comparable {
    case note, warning, error

    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// Another location that belongs to the finding, with its own message.
  public struct Related: Hashable, Sendable {
    public var range: SourceRange
    public var message: String

    public init(_ range: SourceRange, _ message: String) {
      self.range = range
      self.message = message
    }
  }

  /// A change to the sources that fixes the finding.
  public struct Fix: Hashable, Sendable {
    /// A replacement for the text of a range.
    public struct Edit: Hashable, Sendable {
      public var range: SourceRange
      public var replacement: String

      public init(_ range: SourceRange, _ replacement: String) {
        self.range = range
        self.replacement = replacement
      }
    }

    /// What the fix does, as an imperative phrase: `replace 'Persn' with 'Person'`.
    public var title: String
    /// The edits, applied together or not at all. There is at least one, and no two overlap.
    public var edits: [Edit]
    /// Whether the fix preserves the meaning, so that it can be applied without asking.
    public var isSafe: Bool

    public init(title: String, edits: [Edit], isSafe: Bool) {
      self.title = title
      self.edits = edits
      self.isSafe = isSafe
    }

    /// A fix with a single edit.
    public init(title: String, range: SourceRange, replacement: String, isSafe: Bool) {
      self.init(title: title, edits: [Edit(range, replacement)], isSafe: isSafe)
    }
  }

  public var kind: DiagnosticKind
  public var severity: Severity
  /// One phrase, without a final period.
  public var message: String
  public var range: SourceRange
  /// The fix, printed after the span: `did you mean 'Person'?`
  public var help: String?
  public var related: [Related]
  public var fixes: [Fix]

  public init(
    _ kind: DiagnosticKind, _ message: String, at range: SourceRange, severity: Severity = .error,
    help: String? = nil, related: [Related] = [], fixes: [Fix] = []
  ) {
    self.kind = kind
    self.severity = severity
    self.message = message
    self.range = range
    self.help = help
    self.related = related
    self.fixes = fixes
  }
}

extension [Diagnostic.Fix.Edit] {
  /// The bytes of a file after edits of it, which are sorted by start. An edit that overlaps with the one before it, or
  /// that isn't in the file, is left out.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    for edit in self where edit.range.start >= position && edit.range.end <= bytes.count {
      result += bytes[position..<edit.range.start]
      result += edit.replacement.utf8
      position = edit.range.end
    }
    return result + bytes[position...]
  }
}
