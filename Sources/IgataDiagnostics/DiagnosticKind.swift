/// The kind of a diagnostic, identified by a slug such as `unknown-type`, with the page that explains it.
///
/// Each kind is declared as a static member in the file of the check that reports it.
public struct DiagnosticKind: Sendable, CustomStringConvertible {
  public let id: String
  public let page: DiagnosticPage

  /// Creates a kind with a page; see ``DiagnosticPage``.
  public init(
    _ id: String, _ text: String, language: DiagnosticPage.Language = .igata, example: String,
    fix: DiagnosticPage.Fix
  ) {
    self.id = id
    page = DiagnosticPage(text: text, language: language, example: example, change: fix)
  }

  public var description: String { id }
}

/// Two kinds are equal if their IDs are.
extension DiagnosticKind: Hashable {
  public static func == (one: Self, other: Self) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
