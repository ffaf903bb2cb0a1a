import IgataDiagnostics

/// The declarations of a tree as an indented outline of what was parsed, without its layout.
///
/// Names are printed without backticks, strings with normalized escapes, and numbers in base ten.
public func printTree(_ tree: SyntaxTree) -> String {
  var outline = Outline()
  for declaration in tree.declarations { outline.add(declaration) }
  return outline.text
}

private struct Outline {
  var text = ""
  var depth = 0

  mutating func line(_ words: String, _ inner: (inout Outline) -> Void = { _ in }) {
    text += String(repeating: "  ", count: depth) + words + "\n"
    depth += 1
    inner(&self)
    depth -= 1
  }

  mutating func add(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .enum(let syntax):
      line("enum \(name(syntax.name))") { outline in
        outline.add(syntax.documentation)
        outline.add("raw", syntax.rawType)
        outline.add(syntax.attributes)
        for item in syntax.cases { outline.add(item) }
        for reserved in syntax.reserved { outline.add(reserved) }
      }
    case .type(let syntax):
      line("type \(name(syntax.name))") { outline in
        outline.add(syntax.documentation)
        outline.add("base", syntax.base)
        outline.add(syntax.attributes)
      }
    case .struct(let syntax): add("struct", syntax)
    case .model(let syntax): add("model", syntax)
    case .reserved(let syntax): add(syntax)
    }
  }

  private mutating func add(_ keyword: String, _ syntax: OwnerSyntax) {
    line("\(keyword) \(name(syntax.name))") { outline in
      outline.add(syntax.documentation)
      outline.add(syntax.attributes)
      for member in syntax.members { outline.add(member) }
    }
  }

  private mutating func add(_ item: EnumSyntax.Case) {
    line("case \(item.name.text)") { outline in
      outline.add(item.documentation)
      if let rawValue = item.rawValue { outline.line("raw \(describe(rawValue))") }
      outline.add(item.attributes)
    }
  }

  private mutating func add(_ member: MemberSyntax) {
    switch member {
    case .field(let field):
      line("field \(field.isConstant ? "let " : "")\(field.name.text)") { outline in
        outline.add(field.documentation)
        outline.add("type", field.type)
        if let value = field.defaultValue { outline.line("default \(describe(value))") }
        outline.add(field.attributes)
      }
    case .constraint(let constraint):
      line(constraint.kind.rawValue) { outline in
        for column in constraint.columns {
          outline.line("column \(column.text)\(column.isDescending ? " desc" : "")")
        }
        for option in constraint.options { outline.line("option \(describe(option))") }
      }
    case .reserved(let syntax): add(syntax)
    case .distribution(let syntax):
      line(syntax.keyword.rawValue + (syntax.field.map { " by \($0.text)" } ?? ""))
    }
  }

  private mutating func add(_ reserved: ReservedSyntax) {
    line("reserved \(reserved.names.map(\.text).joined(separator: ", "))")
  }

  private mutating func add(_ documentation: DocumentationSyntax?) {
    for words in documentation?.lines ?? [] { line("documentation \(JSONText.quoted(words))") }
  }

  private mutating func add(_ role: String, _ type: TypeReferenceSyntax?) {
    if let type { line("\(role) \(describe(type))") }
  }

  private mutating func add(_ attributes: [AttributeSyntax]) {
    for attribute in attributes {
      line("attribute \(attribute.name.text)\(attribute.arguments.map { describe($0) } ?? "")")
    }
  }

  private func name(_ name: NameSyntax?) -> String { name?.text ?? "<missing>" }
}

private func describe(_ type: TypeReferenceSyntax) -> String {
  switch type {
  case .named(let name, let arguments, _): name.text + (arguments.map { describe($0) } ?? "")
  case .list(let element, _): "[\(describe(element))]"
  case .optional(let wrapped, _): "\(describe(wrapped))?"
  }
}

private func describe(_ arguments: [ArgumentSyntax]) -> String {
  "(" + arguments.map { describe($0) }.joined(separator: ", ") + ")"
}

private func describe(_ argument: ArgumentSyntax) -> String {
  (argument.label.map { "\($0.text): " } ?? "") + describe(argument.value)
}

func describe(_ value: ExpressionSyntax) -> String {
  switch value {
  case .literal(let literal): describe(literal)
  case .enumCase(let name, _): ".\(name.text)"
  case .call(let name, let arguments, _): name.text + describe(arguments)
  case .name(let name): name.text
  case .range(let lower, let upper, let isHalfOpen, _):
    (lower.map { describe($0) } ?? "") + (isHalfOpen ? "..<" : "...") + (upper.map { describe($0) } ?? "")
  case .condition(let condition): condition.text
  case .list(let elements, _): "[" + elements.map { describe($0) }.joined(separator: ", ") + "]"
  case .object(let members, _):
    "{" + members.map { "\(JSONText.quoted($0.key)): \(describe($0.value))" }.joined(separator: ", ") + "}"
  }
}

private func describe(_ literal: LiteralSyntax) -> String {
  switch literal.value {
  case .integer(let digits): digits
  case .decimal(let digits): "decimal \(digits)"
  case .string(let text): JSONText.quoted(text)
  case .boolean(let value): value ? "true" : "false"
  case .nil: "nil"
  }
}
