import IgataDiagnostics
import IgataSchema

/// A condition of a model on its own fields, with the member that contains it.
struct DeclaredCondition {
  var condition: CheckedCondition
  var range: SourceRange
}

extension DeclaredModel {
  /// The conditions of checks, and those after `where:`.
  var declaredConditions: [DeclaredCondition] {
    model.checks.map { DeclaredCondition(condition: $0.condition, range: $0.range) }
      + (uniques + indexes).compactMap { declared in
        guard case .checked(let condition)? = declared.constraint.condition else { return nil }
        return DeclaredCondition(condition: condition, range: declared.range)
      }
  }
}
