public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let duplicateAttribute = DiagnosticKind(
    "duplicate-attribute",
    """
    An attribute is given twice.

    The second one is reported. To suppress several lint rules, use one attribute, with a reason for each rule or one
    for all: `@allow(first, "why", second, "why")`, `@allow(first, second, "why")`.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        name: String @length(1...) @length(...100)
      }
      """,
    fix: .replacing("@length(1...) @length(...100)", with: "@length(1...100)"))
}

extension Diagnostic {
  static func duplicateAttribute(_ syntax: AttributeSyntax, _ kind: AttributeKind, first: SourceRange) -> Diagnostic {
    let fix = Fix(
      title: "remove '@\(kind.rawValue)'", range: syntax.range, replacement: "", isSafe: syntax.arguments == nil)
    return Diagnostic(
      .duplicateAttribute, "'@\(kind.rawValue)' is given twice", at: syntax.range, help: "remove one of them",
      related: [.init(first, "the first one is here")], fixes: [fix])
  }
}
