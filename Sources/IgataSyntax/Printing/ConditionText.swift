import IgataDiagnostics

extension ConditionSyntax {
  /// The condition in canonical form: with single spaces, and with parentheses only where they have a meaning.
  public var text: String {
    switch self {
    case .comparison(let left, let comparison, let right, _): "\(left.text) \(comparison.rawValue) \(right.text)"
    case .operand(let operand): operand.text
    case .isIn(let operand, let values, _):
      "\(operand.text).isIn([\(values.map { describe($0) }.joined(separator: ", "))])"
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
    case .field(let names): names.map(\.text).joined(separator: ".")
    case .call(let name, let names, _): "\(name.text)(\(names.map(\.text).joined(separator: ".")))"
    case .literal(let literal): literalText(literal)
    case .enumCase(let name, _): ".\(name.text)"
    }
  }

  private func literalText(_ literal: LiteralSyntax) -> String {
    if case .decimal(let digits) = literal.value { return digits }
    return describe(.literal(literal))
  }
}
