public import IgataDiagnostics
public import IgataSyntax

/// A constraint or an index of a model, with its declaration.
public struct DeclaredConstraint: Sendable {
  public enum Form: Sendable {
    /// `unique(…)` between the braces.
    case member(ConstraintSyntax)
    /// `@unique` on a field.
    case attribute
    /// `@unique` inside of a struct, which isn't in the range.
    case field
  }

  public let constraint: Constraint
  public let range: SourceRange
  public let form: Form

  init(_ constraint: Constraint, _ origin: ConstraintOrigin) {
    self.constraint = constraint
    range = origin.declaration
    form = origin.form
  }
}

/// Where a constraint, an index or a check is declared.
struct ConstraintOrigin {
  let form: DeclaredConstraint.Form
  /// The range of the member or the attribute, or of the name of the field that has the struct.
  let declaration: SourceRange
  /// The range at which errors about the constraint's name are reported.
  let range: SourceRange
  /// Whether `name:` gives its name.
  let isNamed: Bool

  /// The origin of a constraint that a field has.
  init(ofField name: SourceRange, _ attribute: SourceRange? = nil) {
    form = attribute == nil ? .field : .attribute
    declaration = attribute ?? name
    range = name
    isNamed = false
  }

  init(_ syntax: ConstraintSyntax, _ options: ConstraintOptions) {
    form = .member(syntax)
    declaration = syntax.range
    range = options.name?.range ?? syntax.range
    isNamed = options.name != nil
  }
}
