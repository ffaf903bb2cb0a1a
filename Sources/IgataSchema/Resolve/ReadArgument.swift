import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Reads the argument of an attribute in the form that the attribute requires.
  mutating func readArgument(
    of syntax: AttributeSyntax, _ kind: AttributeKind, at target: AttributeKind.Target
  ) -> Attribute.Argument {
    let arguments = syntax.arguments ?? []
    let argument: Attribute.Argument?
    switch kind.argumentForm {
    case .none: argument = arguments.isEmpty ? Attribute.Argument.none : nil
    case .sqlName: argument = sqlName(arguments)
    case .sqlNames: argument = sqlNames(arguments)
    case .text: argument = text(arguments, label: nil)
    case .deleteRule: return deleteRule(syntax, arguments)
    case .updateRule: return updateRule(syntax, arguments)
    case .field: argument = name(arguments)
    case .fields: argument = fields(arguments)
    case .length: argument = bounds(arguments, isLength: true)
    case .range: argument = bounds(arguments, isLength: false)
    case .precision: argument = precision(arguments)
    case .rules: argument = rules(arguments)
    case .swiftType: argument = swiftType(arguments)
    case .formerNames: argument = formerNames(arguments, at: target)
    case .backfill: argument = BackfillArgument(arguments).map(Attribute.Argument.backfill)
    case .storedForm: argument = storedForm(arguments)
    }
    if let argument { return argument }
    report(.wrongArguments(syntax, kind))
    return .broken
  }

  private func single(_ arguments: [ArgumentSyntax], label: String?) -> ExpressionSyntax? {
    guard arguments.count == 1, arguments[0].label?.text == label else { return nil }
    return arguments[0].value
  }

  private func text(_ arguments: [ArgumentSyntax], label: String?) -> Attribute.Argument? {
    guard case .literal(let literal)? = single(arguments, label: label), case .string(let text) = literal.value
    else { return nil }
    return .text(text, literal.range)
  }

  private mutating func sqlName(_ arguments: [ArgumentSyntax]) -> Attribute.Argument? {
    guard case .text(let name, let range)? = text(arguments, label: nil) else { return nil }
    return checkSQLName(name, at: range) ? .text(name, range) : .broken
  }

  private mutating func sqlNames(_ arguments: [ArgumentSyntax]) -> Attribute.Argument? {
    var names: [String] = []
    for argument in arguments {
      guard case .text(let name, let range)? = text([argument], label: nil) else { return nil }
      guard checkSQLName(name, at: range) else { return .broken }
      names.append(name)
    }
    return names.isEmpty ? nil : .texts(names)
  }

  private func name(_ arguments: [ArgumentSyntax]) -> Attribute.Argument? {
    guard case .name(let name)? = single(arguments, label: nil) else { return nil }
    return .name(name)
  }

  private func fields(_ arguments: [ArgumentSyntax]) -> Attribute.Argument? {
    var names: [NameSyntax] = []
    for argument in arguments {
      guard argument.label == nil, case .name(let name) = argument.value else { return nil }
      names.append(name)
    }
    return names.isEmpty ? nil : .fields(names)
  }

  /// One or more rules, each a word that can contain hyphens. A string is the reason for the rules before it.
  private mutating func rules(_ arguments: [ArgumentSyntax]) -> Attribute.Argument? {
    var names: [String] = []
    var unexplained: [NameSyntax] = []
    for argument in arguments {
      guard argument.label == nil else { return nil }
      switch argument.value {
      case .name(let name):
        names.append(name.text)
        unexplained.append(name)
      case .literal(let literal):
        guard case .string(let reason) = literal.value, !names.isEmpty else { return nil }
        if !reason.unicodeScalars.allSatisfy(\.properties.isWhitespace) { unexplained = [] }
      case .enumCase, .call, .range, .list, .object, .condition: return nil
      }
    }
    for name in unexplained where evolutionRules.contains(name.text) { report(.missingReason(name)) }
    return names.isEmpty ? nil : .names(names)
  }

  private mutating func deleteRule(_ syntax: AttributeSyntax, _ arguments: [ArgumentSyntax]) -> Attribute.Argument {
    guard case .name(let name)? = name(arguments) else {
      report(.wrongArguments(syntax, .onDelete))
      return .broken
    }
    if let rule = DeleteRule(rawValue: name.text) { return .deleteRule(rule, name.range) }
    report(.unknownDeleteRule(name, nearest: proposal(for: name.text, among: DeleteRule.allCases.map(\.rawValue))))
    return .broken
  }

  private mutating func updateRule(_ syntax: AttributeSyntax, _ arguments: [ArgumentSyntax]) -> Attribute.Argument {
    guard case .name(let name)? = name(arguments) else {
      report(.wrongArguments(syntax, .onUpdate))
      return .broken
    }
    if let rule = UpdateRule(rawValue: name.text) { return .updateRule(rule) }
    report(.unknownUpdateRule(name, nearest: proposal(for: name.text, among: UpdateRule.allCases.map(\.rawValue))))
    return .broken
  }

  private mutating func bounds(_ arguments: [ArgumentSyntax], isLength: Bool) -> Attribute.Argument? {
    switch single(arguments, label: nil) {
    case .range(let lower, let upper, let isHalfOpen, let range)?:
      guard lower != nil || upper != nil else { return nil }
      for literal in [lower, upper].compactMap({ $0 }) {
        switch literal.value {
        case .integer: continue
        case .decimal where !isLength: continue
        case .decimal, .string, .boolean, .nil: return nil
        }
      }
      return .bounds(BoundsSyntax(lower: lower, upper: upper, isHalfOpen: isHalfOpen, range: range))
    case .literal(let literal)? where isLength:
      guard case .integer = literal.value else { return nil }
      report(.ambiguousLength(literal))
      return .broken
    default:
      return nil
    }
  }

  /// The name of a type in Swift, and optionally `import:` and the name of a module.
  private mutating func swiftType(_ arguments: [ArgumentSyntax]) -> Attribute.Argument? {
    guard let first = arguments.first, arguments.count <= 2,
      case .text(let type, let range)? = text([first], label: nil)
    else { return nil }
    var module: [String] = []
    if let second = arguments.dropFirst().first {
      guard case .text(let name, let range)? = text([second], label: ArgumentLabel.import.rawValue) else { return nil }
      guard let components = swiftName(name, at: range, isModule: true) else { return .broken }
      module = components
    }
    guard let components = swiftName(type, at: range, isModule: false) else { return .broken }
    return .swiftType(SwiftTypeName(components: components, module: module))
  }

  /// The names between the dots, or `nil` if one of them isn't a name in Swift, which is reported.
  private mutating func swiftName(_ text: String, at range: SourceRange, isModule: Bool) -> [String]? {
    let components = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    if let wrong = components.first(where: { !isIdentifier($0) || SwiftTypeName.impossible.contains($0) }) {
      report(.invalidSwiftType(text, component: wrong, at: range, isModule: isModule))
      return nil
    }
    return components
  }

  /// `as: text` or `as: text(3)`.
  private func storedForm(_ arguments: [ArgumentSyntax]) -> Attribute.Argument? {
    switch single(arguments, label: ArgumentLabel.as.rawValue) {
    case .name(let name)?: return .storedForm(name.text, nil)
    case .call(let name, arguments: let inner, range: _)?:
      switch single(inner, label: nil) {
      case .name(let word)?: return .storedForm(name.text, word.text)
      case .literal(let literal)?:
        switch literal.value {
        case .string(let text): return .storedForm(name.text, text)
        case .integer(let number): return .storedForm(name.text, "\(number)")
        case .decimal, .boolean, .nil: return nil
        }
      default: return nil
      }
    default: return nil
    }
  }

  private mutating func precision(_ arguments: [ArgumentSyntax]) -> Attribute.Argument? {
    switch readPrecision(arguments) {
    case .valid(let precision, let scale): .precision(precision, scale)
    case .invalid: .broken
    case .malformed: nil
    }
  }
}
