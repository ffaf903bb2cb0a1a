import IgataDiagnostics

extension DiagnosticKind {
  public static let unknownName = DiagnosticKind(
    "unknown-name",
    """
    A template refers to a name that the data doesn't have, neither in the current element nor in the enclosing ones.

    In the example, the data has `name`. `igata templates render --lenient` prints nothing for missing names.
    """,
    language: .mustache,
    example: "Dear {{nam}},",
    fix: "Dear {{name}},")
}

extension Diagnostic {
  static func unknownName(_ name: String, existing: [String], at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownName, "unknown name \(quoted(name))", at: range,
      help: existing.isEmpty
        ? "there are no names here" : proposal(for: name, among: existing) + "the names here are \(listed(existing))")
  }
}
