import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Resolves a condition on the fields of a model, whose columns are known. Returns `nil` after reporting why there is
  /// none.
  mutating func resolve(_ syntax: ConditionSyntax, in model: Int) -> CheckedCondition? {
    condition(syntax, in: model).map { CheckedCondition(rows: $0, text: syntax.text) }
  }

  private mutating func condition(_ syntax: ConditionSyntax, in model: Int) -> RowCondition? {
    switch syntax {
    case .comparison(let left, let comparison, let right, let range):
      // Both are resolved, so that the errors of both are reported.
      let (first, second) = (resolve(left, in: model), resolve(right, in: model))
      guard let first, let second, let comparison = RowComparison(rawValue: comparison.rawValue) else { return nil }
      return compare(
        ComparisonContext(left: left.range, right: right.range, operation: range), first, comparison, second)
    case .operand(let operand): return boolean(operand, in: model)
    case .isIn(let operand, let values, let range): return isIn(operand, values, range, in: model)
    case .not(let inner, _): return condition(inner, in: model).map { .not($0) }
    case .all(let terms): return conditions(terms, in: model).map { .all($0) }
    case .any(let terms): return conditions(terms, in: model).map { .any($0) }
    }
  }

  private mutating func conditions(_ syntaxes: [ConditionSyntax], in model: Int) -> [RowCondition]? {
    var terms: [RowCondition] = []
    for syntax in syntaxes {
      if let term = condition(syntax, in: model) { terms.append(term) }
    }
    return terms.count == syntaxes.count ? terms : nil
  }

  /// A field by itself.
  private mutating func boolean(_ syntax: OperandSyntax, in model: Int) -> RowCondition? {
    guard let operand = resolve(syntax, in: model) else { return nil }
    guard case .value(let column, let type, let isOptional) = operand, scalar(of: type) == .bool else {
      let isText = if case .literal(let literal) = operand, case .string = literal.value { true } else { false }
      let help = isText ? "compare fields: a condition isn't SQL" : "only a 'Bool' stands by itself; compare it"
      report(.conditionType("this isn't a condition", at: syntax.range, help: help))
      return nil
    }
    if isOptional {
      report(.conditionType("this 'Bool' is optional", at: syntax.range, help: "compare it with 'true' or 'false'"))
      return nil
    }
    return .comparison(.column(column), .equal, .literal(.bool(true)))
  }

  private mutating func isIn(
    _ syntax: OperandSyntax, _ values: [ExpressionSyntax], _ range: SourceRange, in model: Int
  ) -> RowCondition? {
    guard let operand = resolve(syntax, in: model) else { return nil }
    let target: LiteralTarget
    let side: RowOperand
    switch operand {
    case .value(let column, let type, _): (target, side) = (.value(type), .column(column))
    case .length(let column): (target, side) = (.length, .length(column))
    default:
      report(.conditionType("'isIn' applies to a value", at: syntax.range, help: "write 'field.isIn([…])'"))
      return nil
    }
    if values.isEmpty {
      report(.conditionType("the list of 'isIn' is empty", at: range, help: "write the values, or remove it"))
      return nil
    }
    var literals: [ColumnLiteral] = []
    for value in values {
      let literal: ColumnLiteral?
      switch value {
      case .literal(let syntax): literal = self.literal(.literal(syntax), target, at: value.range)
      case .enumCase(let name, _): literal = self.literal(.enumCase(name), target, at: value.range)
      default:
        report(.conditionType("the list of 'isIn' has literals only", at: value.range))
        literal = nil
      }
      if let literal { literals.append(literal) }
    }
    return literals.count == values.count ? .isIn(side, literals) : nil
  }

  // MARK: Comparisons

  /// The ranges of a comparison.
  private struct ComparisonContext {
    var left: SourceRange
    var right: SourceRange
    var operation: SourceRange

    var whole: SourceRange { SourceRange(file: left.file, start: left.start, end: right.end) }
    var flipped: ComparisonContext { ComparisonContext(left: right, right: left, operation: operation) }
  }

  private mutating func compare(
    _ context: ComparisonContext, _ left: ConditionOperand, _ comparison: RowComparison, _ right: ConditionOperand
  ) -> RowCondition? {
    if left.isLiteral {
      if right.isLiteral {
        report(.conditionType("two literals are compared", at: context.whole, help: "compare a field"))
        return nil
      }
      return compare(context.flipped, right, comparison.flipped, left)
    }
    if right.isNil { return compareWithNil(context, left, comparison) }
    switch (left, right) {
    case (.relation(let columns, let target), .relation(let others, let otherTarget)):
      return compareRelations(context, columns, comparison, others, isSame: target == otherTarget)
    case (.value(let column, let type, _), .value(let other, let otherType, _)):
      return compareFields(context, (column, type), comparison, (other, otherType))
    case (.length(let column), .length(let other)):
      return .comparison(.length(column), comparison, .length(other))
    case (.length(let column), .value(let other, let type, _)) where scalar(of: type)?.number == .whole:
      return .comparison(.length(column), comparison, .column(other))
    case (.value(let column, let type, _), .length(let other)) where scalar(of: type)?.number == .whole:
      return .comparison(.column(column), comparison, .length(other))
    case (.value(let column, let type, _), _) where right.isLiteral:
      guard checkOrder(comparison, type, context) else { return nil }
      let value = literal(right, .value(type), at: context.right)
      return value.map { .comparison(.column(column), comparison, .literal($0)) }
    case (.length(let column), _) where right.isLiteral:
      let value = literal(right, .length, at: context.right)
      return value.map { .comparison(.length(column), comparison, .literal($0)) }
    default:
      report(.conditionType("these can't be compared", at: context.whole, help: help(left, right)))
      return nil
    }
  }

  private func help(_ left: ConditionOperand, _ right: ConditionOperand) -> String {
    switch (left, right) {
    case (.list, _), (_, .list): "a list has only a length: 'length(field)'"
    case (.structure, _), (_, .structure): "compare the fields of the struct: 'home.city'"
    case (.relation, _), (_, .relation): "compare a relation with 'nil', or with another one to the same model"
    default: "both sides need the same type"
    }
  }

  private mutating func compareWithNil(
    _ context: ComparisonContext, _ left: ConditionOperand, _ comparison: RowComparison
  ) -> RowCondition? {
    if comparison.isOrdered {
      report(.conditionType("'nil' has no order", at: context.operation, help: "write '==' or '!='"))
      return nil
    }
    let column: Int?
    switch left {
    case .value(let index, _, isOptional: true): column = index
    case .relation(let columns, _): column = columns.first { _ in true }
    case .structure(let presence, isOptional: true): column = presence
    case .list, .length, .value, .structure, .literal, .enumCase: column = nil
    }
    guard let column else {
      report(.conditionType("this is never nil", at: context.left, help: "remove the comparison"))
      return nil
    }
    let isNull = RowCondition.isNull(column)
    return comparison == .equal ? isNull : .not(isNull)
  }

  private mutating func compareRelations(
    _ context: ComparisonContext, _ columns: [Int], _ comparison: RowComparison, _ others: [Int], isSame: Bool
  ) -> RowCondition? {
    guard isSame, !comparison.isOrdered else {
      let message = isSame ? "models have no order" : "these relations lead to different models"
      report(.conditionType(message, at: context.whole, help: isSame ? "write '==' or '!='" : nil))
      return nil
    }
    let terms = zip(columns, others).map { RowCondition.comparison(.column($0), .equal, .column($1)) }
    let areEqual = terms.count == 1 ? terms[0] : .all(terms)
    return comparison == .equal ? areEqual : .not(areEqual)
  }

  private mutating func compareFields(
    _ context: ComparisonContext, _ left: (column: Int, type: ValueType), _ comparison: RowComparison,
    _ right: (column: Int, type: ValueType)
  ) -> RowCondition? {
    guard isComparable(left.type, right.type) else {
      let names = "'\(typeName(left.type))' and '\(typeName(right.type))'"
      report(.conditionType("\(names) can't be compared", at: context.whole, help: "both sides need the same type"))
      return nil
    }
    guard checkOrder(comparison, left.type, context) else { return nil }
    return .comparison(.column(left.column), comparison, .column(right.column))
  }

  /// Whether stored values of both types are comparable: they are of one kind, and in one unit.
  private func isComparable(_ left: ValueType, _ right: ValueType) -> Bool {
    if case .enumeration(let first) = left, case .enumeration(let second) = right { return first == second }
    guard let first = scalar(of: left), let second = scalar(of: right), first.storage != .json else { return false }
    if let number = first.number { return number == second.number && first.scale == second.scale }
    return first == second
  }

  private mutating func checkOrder(
    _ comparison: RowComparison, _ type: ValueType, _ context: ComparisonContext
  ) -> Bool {
    guard comparison.isOrdered else { return true }
    if let scalar = scalar(of: type), scalar.isNumber || [.string, .date, .day].contains(scalar) { return true }
    let name = if case .enumeration(let index) = type { schema.enums[index].name } else { typeName(type) }
    report(.conditionType("'\(name)' has no order", at: context.operation, help: "write '==', '!=' or 'isIn'"))
    return false
  }
}
