import IgataDiagnostics
import IgataSchema
import IgataSyntax

/// A constraint or an index of a model, with its declaration.
struct DeclaredConstraint {
  enum Origin {
    /// `unique(…)` between the braces.
    case member
    /// `@unique` on a field.
    case attribute
    /// `@unique` inside of a struct, which isn't in the range.
    case field
  }

  var constraint: Constraint
  var range: SourceRange
  var origin: Origin
}

extension LintModel {
  /// Finds the declarations of constraints: the schema has those of fields first, then the members, both in source
  /// order.
  ///
  /// - Parameter kind: The kind of `constraints`, which must be all of the model's constraints of that kind.
  func declaredConstraints(_ constraints: [Constraint], _ kind: ConstraintSyntax.Kind) -> [DeclaredConstraint] {
    let members = self.constraints.filter { $0.kind == kind }
    // If one of them is invalid, none can be matched.
    guard members.count <= constraints.count else { return [] }
    let attributes = members.count == constraints.count ? [:] : attributes(kind)
    let fromFields = constraints.dropLast(members.count).map { declaredConstraint($0, attributes) }
    return fromFields
      + zip(constraints.suffix(members.count), members).map {
        DeclaredConstraint(constraint: $0, range: $1.range, origin: .member)
      }
  }

  private func declaredConstraint(
    _ constraint: Constraint, _ attributes: [SourceRange: SourceRange]
  ) -> DeclaredConstraint {
    guard let part = constraint.parts.first else {
      return DeclaredConstraint(constraint: constraint, range: range, origin: .field)
    }
    let column = model.columns[part.column]
    let name = model.fields[column.field].origin.range
    guard column.path.isEmpty, let attribute = attributes[name] else {
      return DeclaredConstraint(constraint: constraint, range: name, origin: .field)
    }
    return DeclaredConstraint(constraint: constraint, range: attribute, origin: .attribute)
  }

  /// The attributes of a kind, by the names of their fields.
  private func attributes(_ kind: ConstraintSyntax.Kind) -> [SourceRange: SourceRange] {
    var result: [SourceRange: SourceRange] = [:]
    for case .field(let field) in syntax.members {
      guard let attribute = field.attributes.first(where: { $0.name.text == kind.rawValue }) else { continue }
      result[field.name.range] = attribute.range
    }
    return result
  }
}
