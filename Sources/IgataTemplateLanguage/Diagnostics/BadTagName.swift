import IgataDiagnostics

extension DiagnosticKind {
  public static let badTagName = DiagnosticKind(
    "bad-tag-name",
    """
    The name of a tag is empty, contains white space, or has a dot without a name before or after it.
    """,
    language: .mustache,
    example: "Dear {{first name}},",
    fix: "Dear {{person.firstName}},")
}

/// The reason why a name isn't valid.
enum TagNameFlaw {
  case empty, space, dots
}

extension Diagnostic {
  static func badTagName(_ name: String, flaw: TagNameFlaw, at range: SourceRange) -> Diagnostic {
    switch flaw {
    case .empty:
      Diagnostic(.badTagName, "tag has no name", at: range, help: "add a name, or remove the tag")
    case .space:
      Diagnostic(
        .badTagName, "name \(quoted(name)) contains white space", at: range, help: "a name must be a single word")
    case .dots:
      Diagnostic(
        .badTagName, "name \(quoted(name)) has a dot without a name before or after it", at: range,
        help: "write '.' alone for the current element, '.a' for 'a' in it, or 'a.b' for 'b' in 'a'")
    }
  }
}
