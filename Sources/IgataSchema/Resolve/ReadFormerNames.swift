import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// `from: "old"`, `from: "a", "b"` for a case, or `from: "Account.note"` for a field of a model.
  mutating func formerNames(_ arguments: [ArgumentSyntax], at target: AttributeKind.Target) -> Attribute.Argument? {
    var names: [FormerName] = []
    for (index, argument) in arguments.enumerated() {
      guard index == 0 ? argument.has(.from) : argument.label == nil, case .literal(let literal) = argument.value,
        case .string(let text) = literal.value
      else { return nil }
      guard let name = formerName(text, at: literal.range, of: target) else { return .broken }
      if let first = names.first(where: { $0.text == name.text }) {
        report(.repeatedFormerName(name, first: first.range))
        return .broken
      }
      names.append(name)
    }
    if names.count > 1, target != .enumCase {
      report(.secondFormerName(names[1], of: target))
      return .broken
    }
    return names.isEmpty ? nil : .formerNames(names)
  }

  /// The name in the text; `nil` if it isn't the name of what the attribute is on, which is reported.
  private mutating func formerName(
    _ text: String, at range: SourceRange, of target: AttributeKind.Target
  ) -> FormerName? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count <= 2, parts.allSatisfy({ isIdentifier($0) && $0.utf8.count <= nameLimit }) else {
      report(.invalidFormerName(text, at: range, of: target))
      return nil
    }
    if parts.count == 1 { return FormerName(name: parts[0], range: range) }
    if target == .modelField { return FormerName(model: parts[0], name: parts[1], range: range) }
    report(.movedFormerName(text, at: range, of: target, name: parts[1]))
    return nil
  }
}
