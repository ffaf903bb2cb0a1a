public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let unknownField = DiagnosticKind(
    "unknown-field",
    """
    A constraint, a condition or `@inverse` names a field that doesn't exist.

    Fields are named as they are in the schema, not as their columns are; a relation represents all of its columns.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        kind: String
        index(knd)
      }
      """,
    fix: .replacing("index(knd)", with: "index(kind)"))
}

extension Diagnostic {
  /// - Parameter candidates: The relations back to the model.
  static func unknownInverse(
    _ name: NameSyntax, of model: String, in title: String, nearest: String?, candidates: [String]
  ) -> Diagnostic {
    if let nearest, LookAlike.plain(name.text) == nearest || candidates.contains(nearest) || candidates.isEmpty {
      return unknownField(name, in: title, nearest: nearest)
    }
    if candidates.count == 1 { return unknownField(name, in: title, nearest: candidates[0]) }
    var result = unknownField(name, in: title, nearest: nil)
    let names = candidates.map { "'\($0)'" }.joined(separator: " or ")
    result.help =
      candidates.isEmpty
      ? "\(title) has no relation to one '\(model)'; add one there, or remove '@inverse'"
      : "the relations back are \(names)"
    return result
  }

  static func unknownField(_ name: NameSyntax, in title: String, nearest: String?) -> Diagnostic {
    Diagnostic(.unknownField, "\(title) has no field '\(name.text)'", at: name.range)
      .proposing(nearest, for: name)
  }
}
