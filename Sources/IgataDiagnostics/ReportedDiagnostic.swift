/// A finding with what a report for other programs adds to it.
public struct ReportedDiagnostic: Hashable, Sendable {
  /// Why a finding is suppressed.
  public enum Suppression: Hashable, Sendable {
    /// An attribute or a comment in the source suppresses it, and may give a reason.
    case inSource(reason: String?)
    /// A baseline file lists it.
    case external
  }

  public var diagnostic: Diagnostic
  /// The name of the declaration or the member that the finding is about: `Account.owner`.
  public var path: String?
  public var suppression: Suppression?

  public init(_ diagnostic: Diagnostic, path: String? = nil, suppression: Suppression? = nil) {
    self.diagnostic = diagnostic
    self.path = path
    self.suppression = suppression
  }
}

/// The description of a kind of finding in a report.
public struct KindDescription: Hashable, Sendable {
  public var kind: DiagnosticKind
  /// `nil` if the kind is off.
  public var severity: Diagnostic.Severity?
  /// The group that the kind belongs to, such as `names`.
  public var group: String?
  /// The address of the page on the web; `nil` if there is none.
  public var address: String?

  public init(
    _ kind: DiagnosticKind, severity: Diagnostic.Severity? = .error, group: String? = nil, address: String? = nil
  ) {
    self.kind = kind
    self.severity = severity
    self.group = group
    self.address = address
  }
}
