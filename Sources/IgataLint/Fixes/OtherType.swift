import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintContext {
  /// Whether another program makes the table that has the field.
  func isExternal(_ field: DeclaredField) -> Bool {
    if case .model(let index) = field.owner { models[index].model.isExternal } else { false }
  }

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
    if isExternal(field) {
      let declaration = "\(type)\(field.isOptional ? "?" : "") @stored(as: \(form))"
      let isPlain = !field.isList && field.syntax.defaultValue == nil && !field.retyping(to: type).isEmpty
      let fix = Diagnostic.Fix(
        title: "make it '\(declaration)'", range: field.typeRange, replacement: declaration, isSafe: false)
      return ("make it \(phrase), in the form of its column: '\(type) @stored(as: \(form))'", isPlain ? [fix] : [])
    }
    return ("make it \(phrase)", field.retyping(to: type, fits: fits))
  }
}
