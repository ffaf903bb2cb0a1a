extension ConditionSyntax {
  /// The condition in canonical form: with single spaces, and with parentheses only where they have a meaning.
  public var text: String {
    switch self {
    case .comparison(let left, let comparison, let right, _): "\(left.text) \(comparison.rawValue) \(right.text)"
    case .operand(let operand): operand.text
    case .isIn(let operand, let values, _):
      "\(operand.text).isIn([\(values.map(\.listedText).joined(separator: ", "))])"
    case .not(.operand(let operand), _): "!\(operand.text)"
    case .not(let condition, _): "!(\(condition.text))"
    case .all(let terms): terms.map { $0.text(inside: "&&") }.joined(separator: " && ")
    case .any(let terms): terms.map { $0.text(inside: "||") }.joined(separator: " || ")
    }
  }

  private func text(inside operation: String) -> String {
    switch self {
    case .any: "(\(text))"
    case .all where operation == "||": "(\(text))"
    default: text
    }
  }
}

extension OperandSyntax {
  fileprivate var text: String {
    switch self {
    case .field(let names): pathText(names)
    case .call(let name, let names, _): "\(name.text)(\(pathText(names)))"
    case .literal(let literal): literal.text
    case .enumCase(let name, _): ".\(name.text)"
    }
  }
}

private func pathText(_ names: [NameSyntax]) -> String { names.map { nameText($0.text) }.joined(separator: ".") }

extension ExpressionSyntax {
  /// The text of a value in the list of `isIn`.
  fileprivate var listedText: String {
    if case .literal(let literal) = self { literal.text } else { describe(self) }
  }
}

extension LiteralSyntax {
  fileprivate var text: String {
    switch value {
    case .integer(let digits), .decimal(let digits): digits
    case .string(let text): stringLiteral(text)
    case .boolean(let value): value ? "true" : "false"
    case .nil: "nil"
    }
  }
}
