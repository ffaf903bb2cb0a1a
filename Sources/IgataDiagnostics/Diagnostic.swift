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

  /// Another place that belongs to the finding, with words of its own.
  public struct Related: Hashable, Sendable {
    public var range: SourceRange
    public var message: String

    public init(_ range: SourceRange, _ message: String) {
      self.range = range
      self.message = message
    }
  }

  /// A change of the texts that fixes the finding.
  public struct Fix: Hashable, Sendable {
    /// What is to stand in the place of a range.
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
    /// All done or none; at least one, and no two overlap.
    public var edits: [Edit]
    /// Whether the fix keeps the meaning, so that it may be applied without asking.
    public var isSafe: Bool

    public init(title: String, edits: [Edit], isSafe: Bool) {
      self.title = title
      self.edits = edits
      self.isSafe = isSafe
    }

    /// A fix that changes one place.
    public init(title: String, range: SourceRange, replacement: String, isSafe: Bool) {
      self.init(title: title, edits: [Edit(range, replacement)], isSafe: isSafe)
    }
  }

  public var kind: DiagnosticKind
  public var severity: Severity
  /// One phrase, without a final full stop.
  public var message: String
  public var range: SourceRange
  /// The fix, printed behind the span: `did you mean 'Person'?`
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
