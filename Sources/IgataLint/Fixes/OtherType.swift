import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintContext {
  /// What to do about a field that is better of another type. If another program makes the table, the type needs the
  /// form in which the values are there.
  ///
  /// - Parameters:
  ///   - phrase: The type with its article.
  ///   - form: The usual form of such values, as `@stored` names it.
  func retyping(
    _ field: DeclaredField, to type: String, _ phrase: String, form: String,
    fits: (LiteralSyntax.Value) -> Bool = { _ in false }
  ) -> (help: String, fixes: [Diagnostic.Fix]) {
    if case .model(let index) = field.owner, models[index].model.isExternal {
      return ("make it \(phrase), in the form of its column: '\(type) @stored(as: \(form))'", [])
    }
    return ("make it \(phrase)", field.retyping(to: type, fits: fits))
  }
}
