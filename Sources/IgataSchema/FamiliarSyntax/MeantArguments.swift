import IgataSyntax

/// The valid equivalent of invalid arguments of an attribute: `(cascade)` for `(.cascade)`, `(1...5)` for `(min: 1,
/// max: 5)`.
///
/// - Returns: The corrected text without parentheses, or `nil` if it can't be determined.
func meantArguments(of kind: AttributeKind, _ arguments: [ArgumentSyntax]) -> String? {
  let values = arguments.map(\.value)
  switch kind.argumentForm {
  case .deleteRule, .updateRule, .field: return values.count == 1 ? plainName(values[0]) : nil
  case .sqlName, .swiftType:
    guard values.count == 1, let name = plainName(values[0]) else { return nil }
    return "\"\(name)\""
  case .sqlNames, .fields:
    let names = values.compactMap(plainName)
    guard !names.isEmpty, names.count == values.count else { return nil }
    if case .fields = kind.argumentForm { return names.joined(separator: ", ") }
    return names.map { "\"\($0)\"" }.joined(separator: ", ")
  case .formerNames:
    guard values.count == 1, let name = plainName(values[0]) else { return nil }
    return "from: \"\(name)\""
  case .storedForm:
    guard values.count == 1, arguments[0].label == nil, let name = plainName(values[0]), kind.words.contains(name)
    else { return nil }
    return "as: \(name)"
  case .length, .range: return meantRange(arguments)
  case .none, .text, .precision, .rules, .backfill: return nil
  }
}

/// A name that is written as a word, as a case, or in quotes.
private func plainName(_ value: ExpressionSyntax) -> String? {
  switch value {
  case .name(let name), .enumCase(let name, _): return name.text
  case .literal(let literal):
    guard case .string(let text) = literal.value, !text.isEmpty,
      text.utf8.allSatisfy({ $0 >= 0x80 || $0 == UInt8(ascii: "_") || Character(Unicode.Scalar($0)).isLetter })
    else { return nil }
    return text
  case .call, .range, .list, .object, .condition: return nil
  }
}

/// Two bounds as separate arguments, with or without the labels `min:` and `max:`.
private func meantRange(_ arguments: [ArgumentSyntax]) -> String? {
  var (lower, upper): (String?, String?) = (nil, nil)
  for (index, argument) in arguments.enumerated() {
    guard case .literal(let literal) = argument.value else { return nil }
    let digits: String
    switch literal.value {
    case .integer(let text), .decimal(let text): digits = text
    case .string, .boolean, .nil: return nil
    }
    switch argument.label?.text {
    case "min", "minimum", "from": lower = digits
    case "max", "maximum", "to": upper = digits
    case nil where arguments.count == 2: if index == 0 { lower = digits } else { upper = digits }
    default: return nil
    }
  }
  return lower == nil && upper == nil ? nil : "\(lower ?? "")...\(upper ?? "")"
}
