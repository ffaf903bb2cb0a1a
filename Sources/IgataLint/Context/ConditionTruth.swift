import IgataSchema
import IgataTables

/// What is known about a condition before any row is read.
enum ConditionTruth {
  case always, never, unknown

  var negated: ConditionTruth {
    switch self {
    case .always: .never
    case .never: .always
    case .unknown: .unknown
    }
  }
}

/// Finds conditions that hold for every row of a model, or for none.
struct ConditionAnalysis {
  let schema: Schema
  let model: Model
  /// A column that is assumed to be null.
  var nullColumn: Int?

  func truth(of condition: RowCondition) -> ConditionTruth {
    switch condition {
    case .comparison(let left, let comparison, let right): return compare(left, comparison, right)
    case .isNull(let column):
      if column == nullColumn { return .always }
      return model.columns[column].isNullable ? .unknown : .never
    case .isIn(let operand, let values):
      let terms = values.map { RowCondition.comparison(operand, .equal, .literal($0)) }
      return terms.allSatisfy { truth(of: $0) == .never } ? .never : .unknown
    case .not(let inner): return truth(of: inner).negated
    case .all(let terms): return truth(ofAll: terms)
    case .any(let terms):
      // Of a column that can be null, neither a bound nor its opposite may hold.
      return terms.flatMap(\.columns).contains { model.columns[$0].isNullable }
        ? plainTruth(ofAll: terms.map { .not($0) }).negated : truth(ofAll: terms.map { .not($0) }).negated
    }
  }

  private func plainTruth(ofAll terms: [RowCondition]) -> ConditionTruth {
    let truths = terms.map { truth(of: $0) }
    if truths.contains(.never) { return .never }
    return truths.allSatisfy { $0 == .always } ? .always : .unknown
  }

  private func truth(ofAll terms: [RowCondition]) -> ConditionTruth {
    let truth = plainTruth(ofAll: terms)
    return truth == .unknown && contradictsItself(terms) ? .never : truth
  }

  // MARK: Comparisons

  private func compare(_ left: RowOperand, _ comparison: RowComparison, _ right: RowOperand) -> ConditionTruth {
    if let nullColumn, left.column == nullColumn || right.column == nullColumn {
      return compareWithNull(left, comparison, right)
    }
    if left == right { return compareWithItself(comparison, isNullable: isNullable(left)) }
    guard case .literal(let literal) = right, let number = ConditionNumber(literal), let bounds = bounds(of: left)
    else { return .unknown }
    if bounds.narrowed(comparison, number).isEmpty {
      return comparison == .notEqual && isNullable(left) ? .unknown : .never
    }
    let isAlways = bounds.narrowed(comparison.negated, number).isEmpty
    return isAlways && (!isNullable(left) || comparison == .notEqual) ? .always : .unknown
  }

  private func compareWithItself(_ comparison: RowComparison, isNullable: Bool) -> ConditionTruth {
    switch comparison {
    case .equal: .always
    case .notEqual, .less, .greater: .never
    case .lessOrEqual, .greaterOrEqual: isNullable ? .unknown : .always
    }
  }

  private func compareWithNull(
    _ left: RowOperand, _ comparison: RowComparison, _ right: RowOperand
  ) -> ConditionTruth {
    if comparison.isOrdered { return .never }
    guard let other = left.column == nullColumn ? right.column : left.column else {
      return comparison == .equal ? .never : .always
    }
    if other == nullColumn { return comparison == .equal ? .always : .never }
    if model.columns[other].isNullable { return .unknown }
    return comparison == .equal ? .never : .always
  }

  private func isNullable(_ operand: RowOperand) -> Bool {
    operand.column.map { model.columns[$0].isNullable } ?? false
  }

  /// The numbers that an operand can be; `nil` if it isn't a number.
  private func bounds(of operand: RowOperand) -> ConditionBounds? {
    guard let column = operand.column, let field = schema.leafField(of: model.columns[column], in: model) else {
      return nil
    }
    if case .length = operand { return ConditionBounds(lengthsOf: schema.effectiveBounds(of: field)) }
    guard case .value(let type) = model.columns[column].role else { return nil }
    guard let scalar = schema.scalar(of: type) else { return ConditionBounds() }
    return schema.effectiveBounds(of: field).map { ConditionBounds($0, of: scalar) } ?? ConditionBounds()
  }

  // MARK: Contradictions

  /// Whether the comparisons of one column, or of one length, exclude each other: `a > 5 && a < 3`.
  private func contradictsItself(_ terms: [RowCondition]) -> Bool {
    var known: [RowOperand: ConditionBounds] = [:]
    for term in terms {
      guard let (operand, comparison, number) = term.bound, let all = bounds(of: operand) else { continue }
      if term.isNegated, isNullable(operand) { continue }
      let narrowed = (known[operand] ?? all).narrowed(comparison, number)
      if narrowed.isEmpty { return true }
      known[operand] = narrowed
    }
    return false
  }
}

extension RowCondition {
  fileprivate var isNegated: Bool { if case .not = self { true } else { false } }

  /// The bound that a comparison, or the negation of one, gives to an operand.
  fileprivate var bound: (RowOperand, RowComparison, ConditionNumber)? {
    switch self {
    case .comparison(let operand, let comparison, .literal(let literal)):
      ConditionNumber(literal).map { (operand, comparison, $0) }
    case .not(.comparison(let operand, let comparison, .literal(let literal))):
      ConditionNumber(literal).map { (operand, comparison.negated, $0) }
    default: nil
    }
  }
}
