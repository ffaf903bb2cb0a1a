import IgataDiagnostics

extension DiagnosticKind {
  public static let endlessRendering = DiagnosticKind(
    "endless-rendering",
    """
    The outputs of a run take more than 268,435,456 steps, or are larger than 1 GiB together. Nested lists, and
    templates that include each other several times, multiply the work.

    The limits are far above what schemas with thousands of models need. They end the templates of a repository that
    somebody else wrote after a few seconds, whatever they do.

    If `items` has 1,000 elements, the example prints 1,000,000,000 lines.
    """,
    language: .mustache,
    example: """
      {{#items}}{{#items}}{{#items}}
      -
      {{/items}}{{/items}}{{/items}}
      """,
    fix: """
      {{#items}}
      -
      {{/items}}
      """)
}

/// A limit of renderings that was reached.
enum RenderingLimit {
  case steps(Int)
  case bytes(Int)

  fileprivate var objection: String {
    switch self {
    case .steps(let count): "takes more than \(count) steps"
    case .bytes(let count): "prints more than \(count) bytes"
    }
  }
}

extension Diagnostic {
  static func endlessRendering(_ limit: RenderingLimit, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .endlessRendering, "rendering \(limit.objection)", at: range,
      help: "look for nested lists, and for templates that include each other several times")
  }
}
