import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let stringEnum = LintRule(
    "string-enum", .types, .normal,
    """
    A `@pattern` lists words, which should be an enum.

    An enum defines the words once, editors complete them, and the compiler checks that a `switch` is exhaustive.
    """,
    example: """
      model Shirt {
        id: UUID = uuid() @primaryKey
        size: String @pattern("(S|M|L)")
      }
      """,
    fix: """
      enum Size {
        case s = "S"
        case m = "M"
        case l = "L"
      }

      model Shirt {
        id: UUID = uuid() @primaryKey
        size: Size
      }
      """,
    check: .names { name, context, findings in
      let attributes: [AttributeSyntax]
      let pattern: String?
      if let field = name.field {
        (attributes, pattern) = (field.syntax.attributes, field.field.constraints.pattern)
      } else if case .newtype(let index) = name.declaration {
        let newtype = context.newtypes[index]
        (attributes, pattern) = (newtype.syntax.attributes, newtype.type.constraints.pattern)
      } else {
        return
      }
      guard let pattern, let count = wordCount(of: pattern) else { return }
      let range = attributes.first { $0.name.text == "pattern" }?.range ?? name.range
      findings.report(
        "'\(name.text)' is one of \(count) words, which should be an enum", at: range, help: "use an enum")
    })
}

/// The number of plain words that a pattern consists of; `nil` for other patterns.
private func wordCount(of pattern: String) -> Int? {
  var rest = pattern[...]
  if rest.hasPrefix("^") { rest = rest.dropFirst() }
  if rest.hasSuffix("$") { rest = rest.dropLast() }
  if rest.hasPrefix("("), rest.hasSuffix(")") { rest = rest.dropFirst().dropLast() }
  if rest.hasPrefix("?:") { rest = rest.dropFirst(2) }
  let words = rest.split(separator: "|", omittingEmptySubsequences: false)
  guard words.count > 1, words.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isPlain) }) else { return nil }
  return words.count
}

private func isPlain(_ character: Character) -> Bool {
  character.isLetter || character.isNumber || character == "_" || character == "-" || character == " "
}
