public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let missingPrimaryKey = DiagnosticKind(
    "missing-primary-key",
    """
    A model has no primary key.

    The key identifies a row: mark a field with `@primaryKey`, or list several with `primaryKey(a, b)`. If a model
    declares none, its only unique constraint over fields that aren't optional is the key.
    """,
    example: """
      model Person {
        name: String
      }
      """,
    fix: """
      model Person {
        id: UUID = uuid() @primaryKey
        name: String
      }
      """)
}

extension Diagnostic {
  /// - Parameter candidates: The unique constraints that could be the key.
  static func ambiguousKey(_ title: String, at range: SourceRange, _ candidates: [String]) -> Diagnostic {
    let names = candidates.prefix(3).joined(separator: " or ")
    return Diagnostic(
      .missingPrimaryKey, "\(title) has \(candidates.count) unique constraints, and no primary key", at: range,
      help: "make one of them the primary key: \(names)")
  }

  /// - Parameters:
  ///   - candidate: A field with a typical name of a key.
  ///   - first: The model's first field, before which a key can be inserted.
  static func missingPrimaryKey(
    _ title: String, at range: SourceRange, candidate: FieldSyntax?, first: FieldSyntax?
  ) -> Diagnostic {
    var diagnostic = Diagnostic(.missingPrimaryKey, "\(title) has no primary key", at: range)
    if let candidate {
      let end = SourceRange(file: range.file, start: candidate.range.end, end: candidate.range.end)
      diagnostic.help = "add '@primaryKey' to '\(candidate.name.text)'"
      diagnostic.fixes = [
        Fix(
          title: "make '\(candidate.name.text)' the primary key", range: end, replacement: " @primaryKey", isSafe: false
        )
      ]
      return diagnostic
    }
    let field = "id: UUID = uuid() @primaryKey"
    diagnostic.help = "add '\(field)', or mark a field"
    if let first {
      let start = first.documentation?.range.start ?? first.range.start
      diagnostic.fixes = [
        Fix(
          title: "add '\(field)'", range: SourceRange(file: range.file, start: start, end: start),
          replacement: "\(field)\n  ", isSafe: false)
      ]
    }
    return diagnostic
  }
}
