extension SyntaxTree {
  /// The tokens, in which the braces of objects are brackets: they are laid out like those of lists.
  var tokensWithObjectsAsLists: [Token] {
    var braces = ObjectBraces()
    for declaration in declarations {
      switch declaration {
      case .enum(let syntax): braces.add(syntax.attributes)
      case .type(let syntax): braces.add(syntax.attributes)
      case .reserved: break
      case .struct(let syntax), .model(let syntax): braces.add(syntax.members)
      }
    }
    guard !braces.offsets.isEmpty else { return tokens }
    return tokens.map { token in
      guard token.kind == .leftBrace || token.kind == .rightBrace, braces.offsets.contains(token.start) else {
        return token
      }
      var token = token
      token.kind = token.kind == .leftBrace ? .leftBracket : .rightBracket
      return token
    }
  }
}

/// The offsets of the braces around the objects of a tree.
private struct ObjectBraces {
  private(set) var offsets: Set<Int> = []

  mutating func add(_ members: [MemberSyntax]) {
    for case .field(let field) in members {
      if let value = field.defaultValue { add(value) }
      add(field.attributes)
    }
  }

  mutating func add(_ attributes: [AttributeSyntax]) {
    for attribute in attributes {
      for argument in attribute.arguments ?? [] { add(argument.value) }
    }
  }

  private mutating func add(_ value: ExpressionSyntax) {
    switch value {
    case .object(let members, let range):
      offsets.insert(range.start)
      offsets.insert(range.end - 1)
      for member in members { add(member.value) }
    case .list(let elements, _):
      for element in elements { add(element) }
    case .literal, .enumCase, .call, .name, .range, .condition: break
    }
  }
}
