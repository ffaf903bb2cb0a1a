import IgataDiagnostics

extension DiagnosticKind {
  public static let duplicateBlock = DiagnosticKind(
    "duplicate-block",
    """
    A parent tag defines the same block twice.
    """,
    language: .mustache,
    example: """
      {{<layout}}
      {{$title}}Accounts{{/title}}
      {{$title}}Entries{{/title}}
      {{/layout}}
      """,
    fix: """
      {{<layout}}
      {{$title}}Accounts and entries{{/title}}
      {{/layout}}
      """)
}

extension Diagnostic {
  static func duplicateBlock(_ name: String, at range: SourceRange, parent: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateBlock, "block \(quoted(name)) is defined twice", at: range, help: "keep one of them",
      related: [Related(parent, "in this parent")])
  }
}
