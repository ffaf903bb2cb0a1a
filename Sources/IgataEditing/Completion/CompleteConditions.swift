import IgataSchema
import IgataSyntax
import IgataTables

extension Proposals {
  /// What may stand in the condition of a `check`, or after `where:`.
  mutating func completeCondition() {
    switch context.previous {
    case .dot: completeMember()
    case .comma, .leftBracket:
      if context.bracket?.kind == .leftBracket { completeCases(of: listedOperand, hasDot: false) }
    case .operation, .leftParenthesis, .colon, .exclamation: completeOperand()
    default: break
    }
  }

  private mutating func completeOperand() {
    completeCases(of: comparedOperand, hasDot: false)
    // The cases that the operand is compared with come first, in their order.
    let rank = items.count
    addFields(without: [], rank: rank)
    for word in LiteralKeyword.allCases { add(word.rawValue, .value, rank: rank + 1) }
    for function in ConditionFunction.allCases {
      let name = function.rawValue
      let call = "\(name)(${1:field})"
      add(name, .function, detail: "of a text, data or a list", text: "\(name)()", snippet: call, rank: rank + 1)
    }
    if context.constraint?.kind != .check {
      add("sql", .function, detail: "a condition as SQL", text: "sql(\"\")", snippet: "sql(\"$1\")", rank: rank + 2)
    }
  }

  /// What follows a dot: a case, a field of a struct, or `isIn`.
  private mutating func completeMember() {
    let tokens = context.tokens
    guard tokens.count > 1, tokens[tokens.count - 2].kind.isName else {
      let isListed = context.bracket?.kind == .leftBracket
      completeCases(of: isListed ? listedOperand : comparedOperand(before: tokens.count - 1), hasDot: true)
      return
    }
    guard let kind = operand(endingBefore: tokens.count - 1) else { return }
    if case .embedded(let structure, _) = kind {
      addFields(of: .structure(structure), without: [])
    } else {
      let method = ConditionSyntax.membership
      add(method, .function, detail: "one of several values", text: "\(method)([])", snippet: "\(method)([$1])")
    }
  }

  /// The type of what is compared with the operand at the location.
  private var comparedOperand: WrittenField.TypeName? { comparedOperand(before: context.tokens.count) }

  private func comparedOperand(before end: Int) -> WrittenField.TypeName? {
    guard end > 1, context.tokens[end - 1].kind == .operation else { return nil }
    return operand(endingBefore: end - 1).flatMap(typeName)
  }

  /// The type of the operand before `.isIn([`.
  private var listedOperand: WrittenField.TypeName? {
    guard let bracket = context.bracket, bracket.index > 3,
      context.text(context.tokens[bracket.index - 2]) == ConditionSyntax.membership
    else { return nil }
    return operand(endingBefore: bracket.index - 3).flatMap(typeName)
  }

  private func typeName(of kind: FieldKind) -> WrittenField.TypeName? {
    switch kind {
    case .value(.enumeration(let index), _), .list(.enumeration(let index)): .declared(.enumeration(index))
    default: nil
    }
  }

  /// The kind of the field whose path ends before a token.
  private func operand(endingBefore end: Int) -> FieldKind? {
    var path: [String] = []
    var index = end - 1
    while index >= 0, context.tokens[index].kind.isName {
      path.append(context.text(context.tokens[index]))
      guard index > 1, context.tokens[index - 1].kind == .dot else { break }
      index -= 2
    }
    guard var owner = owner?.declaration else { return nil }
    var kind: FieldKind?
    for name in path.reversed() {
      guard let field = snapshot.fields(of: owner).first(where: { $0.name == name }) else { return nil }
      kind = field.kind
      guard case .embedded(let structure, _) = field.kind else { continue }
      owner = .structure(structure)
    }
    return kind
  }
}
