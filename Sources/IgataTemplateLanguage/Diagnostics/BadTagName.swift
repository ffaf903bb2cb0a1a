import IgataDiagnostics

extension DiagnosticKind {
  /// A tag's name is empty, has white space in it, or has a dot where no name follows or goes before.
  ///
  /// ## Example
  /// ```mustache
  /// Dear {{first name}},
  /// ```
  ///
  /// ## Fix
  /// ```mustache
  /// Dear {{person.firstName}},
  /// ```
  public static let badTagName = DiagnosticKind("bad-tag-name")
}

/// Why a name is none.
enum TagNameFlaw {
  case empty, space, dots
}

extension Diagnostic {
  static func badTagName(_ name: String, flaw: TagNameFlaw, at range: SourceRange) -> Diagnostic {
    switch flaw {
    case .empty:
      Diagnostic(.badTagName, "tag has no name", at: range, help: "name what belongs here, or take the tag away")
    case .space:
      Diagnostic(
        .badTagName, "name \(quoted(name)) has white space in it", at: range, help: "a name is one word")
    case .dots:
      Diagnostic(
        .badTagName, "name \(quoted(name)) has a dot without a name beside it", at: range,
        help: "write '.' alone for the current element, '.a' for 'a' in it, or 'a.b' for 'b' in 'a'")
    }
  }
}
