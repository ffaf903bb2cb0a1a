import IgataSchema
import IgataSyntax

/// An index of a model whose method is not a B-tree, with the declaration of the method.
struct DeclaredMethod {
  var index: Constraint
  var syntax: ConstraintSyntax
  /// The name after `using:`.
  var name: NameSyntax
}

extension DeclaredModel {
  var declaredMethods: [DeclaredMethod] {
    indexes.compactMap { declared in
      guard declared.constraint.method != nil, case .member(let syntax) = declared.form,
        case .name(let name)? = syntax.options.first(where: { $0.has(.using) })?.value
      else { return nil }
      return DeclaredMethod(index: declared.constraint, syntax: syntax, name: name)
    }
  }
}
