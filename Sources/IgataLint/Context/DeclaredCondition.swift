import IgataDiagnostics
import IgataSchema

/// A condition of a model on its own fields, with the member that contains it.
struct DeclaredCondition {
  var condition: CheckedCondition
  var range: SourceRange
}

extension LintModel {
  /// The conditions of checks, and those after `where:`.
  var declaredConditions: [DeclaredCondition] {
    let partial = declaredConstraints(model.uniques, .unique) + declaredConstraints(model.indexes, .index)
    return model.checks.map { DeclaredCondition(condition: $0.condition, range: $0.range) }
      + partial.compactMap { declared in
        guard case .checked(let condition)? = declared.constraint.condition else { return nil }
        return DeclaredCondition(condition: condition, range: declared.range)
      }
  }
}
