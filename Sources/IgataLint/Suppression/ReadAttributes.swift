import IgataDiagnostics
import IgataSyntax

extension SyntaxTree {
  /// The suppressions of the `@allow` attributes in a file. An attribute applies to its declaration, field or case,
  /// including everything inside.
  func allowAttributes() -> [Suppression] {
    var found: [Suppression] = []
    for declaration in declarations {
      add(declaration.attributes, declaration.range, declaration.documentation, &found)
      for case .field(let field) in declaration.members {
        add(field.attributes, field.range, field.documentation, &found)
      }
      guard case .enum(let syntax) = declaration else { continue }
      for item in syntax.cases { add(item.attributes, item.range, item.documentation, &found) }
    }
    return found
  }

  private func add(
    _ attributes: [AttributeSyntax], _ range: SourceRange, _ documentation: DocumentationSyntax?,
    _ found: inout [Suppression]
  ) {
    for attribute in attributes where attribute.name.text == "allow" {
      let scope = documentation.map { range.union($0.range) } ?? range
      found += suppressions(of: attribute, scope)
    }
  }

  /// A reason applies to the rules since the previous reason.
  private func suppressions(of attribute: AttributeSyntax, _ scope: SourceRange) -> [Suppression] {
    let arguments = attribute.arguments ?? []
    let rules = arguments.filter { if case .name = $0.value { true } else { false } }
    var found: [Suppression] = []
    var waiting = 0
    for (position, argument) in arguments.enumerated() {
      switch argument.value {
      case .name(let name):
        found.append(
          Suppression(
            rule: name.text, ruleRange: name.range, reason: nil, scope: scope,
            removal: rules.count == 1
              ? .whole(withSpaceBefore(attribute.range)) : .part(partRange(position, in: arguments)),
            form: .attribute))
      case .literal(let literal):
        guard case .string(let reason) = literal.value, !isBlank(reason) else { continue }
        for index in waiting..<found.count { found[index].reason = reason }
        waiting = found.count
      default: continue
      }
    }
    return found
  }

  /// The range of the argument and the separator after it.
  private func partRange(_ position: Int, in arguments: [ArgumentSyntax]) -> SourceRange {
    var range = arguments[position].range
    if position + 1 < arguments.count {
      let next = arguments[position + 1]
      // A reason that is only for this rule is removed with it.
      let ownsReason =
        if case .literal = next.value { position == 0 || isReason(arguments[position - 1]) } else { false }
      if !ownsReason {
        range.end = next.range.start
      } else if position + 2 < arguments.count {
        range.end = arguments[position + 2].range.start
      } else {
        range.end = next.range.end
        if position > 0 { range.start = arguments[position - 1].range.end }
      }
    } else if position > 0 {
      range.start = arguments[position - 1].range.end
    }
    return range
  }

  private func isReason(_ argument: ArgumentSyntax) -> Bool {
    if case .literal = argument.value { true } else { false }
  }
}

func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
