public import IgataDiagnostics

/// A condition on the fields of a model: `endsAt == nil || endsAt > startsAt`.
public indirect enum ConditionSyntax: Sendable {
  /// The method that compares with several values.
  package static let membership = "isIn"

  public enum Comparison: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// `a > b`; `at` is the range of the operator.
  case comparison(OperandSyntax, Comparison, OperandSyntax, at: SourceRange)
  /// A field by itself, which must be a `Bool`.
  case operand(OperandSyntax)
  /// `kind.isIn([.cash, .bank])`
  case isIn(OperandSyntax, [ExpressionSyntax], range: SourceRange)
  case not(ConditionSyntax, range: SourceRange)
  /// Two or more conditions with `&&` between them, none of which is such a list itself: `(a && b) && c` has three.
  case all([ConditionSyntax])
  /// Two or more conditions with `||` between them, none of which is such a list itself.
  case any([ConditionSyntax])

  public var range: SourceRange {
    switch self {
    case .comparison(let left, _, let right, _):
      SourceRange(file: left.range.file, start: left.range.start, end: right.range.end)
    case .operand(let operand): operand.range
    case .isIn(_, _, let range), .not(_, let range): range
    case .all(let terms), .any(let terms):
      SourceRange(
        file: terms.first?.range.file ?? 0, start: terms.first?.range.start ?? 0, end: terms.last?.range.end ?? 0)
    }
  }
}

extension ConditionSyntax {
  /// The conditions that are joined by `&&`.
  var conjuncts: [ConditionSyntax] { if case .all(let terms) = self { terms } else { [self] } }

  /// The conditions that are joined by `||`.
  var alternatives: [ConditionSyntax] { if case .any(let terms) = self { terms } else { [self] } }
}

/// One side of a comparison.
public enum OperandSyntax: Sendable {
  /// `endsAt`, or `home.city` for a field of a struct. Never empty.
  case field([NameSyntax])
  /// `length(name)`; the name of another function is kept so that the resolver can reject it.
  case call(NameSyntax, [NameSyntax], range: SourceRange)
  case literal(LiteralSyntax)
  /// `.name`
  case enumCase(NameSyntax, range: SourceRange)

  public var range: SourceRange {
    switch self {
    case .field(let names):
      SourceRange(
        file: names.first?.range.file ?? 0, start: names.first?.range.start ?? 0, end: names.last?.range.end ?? 0)
    case .call(_, _, let range), .enumCase(_, let range): range
    case .literal(let literal): literal.range
    }
  }
}
