public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let unknownAttribute = DiagnosticKind(
    "unknown-attribute",
    """
    An attribute doesn't exist.

    On a field: `@primaryKey`, `@unique`, `@index`, `@column`, `@onDelete`, `@inverse`, `@joinTable`, `@length`,
    `@range`, `@pattern`, `@precision`, `@renamed`, `@backfill`, `@deprecated`, `@sensitive`, `@updatedAt`,
    `@version`, `@stored`, `@allow`. On a model: `@table`, `@external`, `@renamed`, `@deprecated`, `@allow`. On a case:
    `@renamed`, `@deprecated`, `@unknown`.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        email: String @uniqe
      }
      """,
    fix: .replacing("@uniqe", with: "@unique"))
}

extension Diagnostic {
  /// An attribute of another language that has an equivalent in the schema language.
  static func unknownAttribute(_ syntax: AttributeSyntax, _ familiar: FamiliarAttribute) -> Diagnostic {
    var diagnostic = unknownAttribute(syntax.name, nearest: nil)
    switch familiar {
    case .attribute(let kind): return unknownAttribute(syntax.name, nearest: kind.rawValue)
    case .words(let words): diagnostic.help = words
    case .redundant(let words):
      diagnostic.help = words
      diagnostic.fixes = [
        Fix(title: "remove '@\(syntax.name.text)'", range: syntax.range, replacement: "", isSafe: false)
      ]
    }
    return diagnostic
  }

  static func unknownAttribute(_ name: NameSyntax, nearest: String?) -> Diagnostic {
    Diagnostic(.unknownAttribute, "there is no attribute '@\(name.text)'", at: name.range)
      .proposing(nearest, for: name, prefix: "@")
  }
}
