public import IgataDiagnostics

extension DiagnosticKind {
  public static let unknownBlock = DiagnosticKind(
    "unknown-block",
    """
    A parent tag defines a block that no template has, so the block would be ignored silently.

    The built-in templates have the blocks `header`, `imports` and `footer` around the declarations of a file, and
    `modelMembers`, `structMembers` and `enumMembers` at the end of each type.
    """,
    language: .text,
    example: """
      {{<igata/swift/file}}
      {{$haeder}}// Ours.{{/haeder}}
      {{/igata/swift/file}}
      """,
    fix: .replacing("{{$haeder}}// Ours.{{/haeder}}", with: "{{$header}}// Ours.{{/header}}"))
}

extension Diagnostic {
  static func unknownBlock(_ name: String, existing: [String], at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownBlock, "no template has a block '\(visible(name))'", at: range,
      help: nearest(name, in: existing).map { "did you mean '\($0)'?" } ?? "the blocks are \(existing.listed())")
  }
}
