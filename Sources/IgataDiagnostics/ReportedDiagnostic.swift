/// A finding with what a report for other programs says of it beside the finding itself.
public struct ReportedDiagnostic: Hashable, Sendable {
  /// Why a finding is not to be acted on.
  public enum Suppression: Hashable, Sendable {
    /// The source says so, and perhaps why.
    case inSource(reason: String?)
    /// A list beside the source has it.
    case external
  }

  public var diagnostic: Diagnostic
  /// The declaration or the member it is about, by name: `Account.owner`.
  public var path: String?
  public var suppression: Suppression?

  public init(_ diagnostic: Diagnostic, path: String? = nil, suppression: Suppression? = nil) {
    self.diagnostic = diagnostic
    self.path = path
    self.suppression = suppression
  }
}

/// What a report says of a kind of finding.
public struct KindDescription: Hashable, Sendable {
  public var id: String
  /// One sentence.
  public var summary: String
  /// The whole page, in Markdown.
  public var page: String
  /// Nothing where it is off.
  public var severity: Diagnostic.Severity?
  /// What it is about: `names`.
  public var group: String?

  public init(
    id: String, summary: String, page: String, severity: Diagnostic.Severity? = .error, group: String? = nil
  ) {
    self.id = id
    self.summary = summary
    self.page = page
    self.severity = severity
    self.group = group
  }
}
