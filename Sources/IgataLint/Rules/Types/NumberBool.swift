import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let numberBool = LintRule(
    "number-bool", .types, .normal,
    """
    A Boolean value is stored as a number or a text.

    A `Bool` has two values, but an `Int` also accepts `2`, and a `String` accepts `"Y"`, `"yes"` and `"true"`.
    """,
    example: """
      model Carrier {
        id: UUID = uuid() @primaryKey
        isActive: Int16 = 1
      }
      """,
    fix: .replacing("Int16 = 1", with: "Bool = true"),
    check: .fields { field, _, findings in
      guard let scalar = field.plainScalar, scalar.isInteger || scalar == .string, !field.isList, field.words.count > 1,
        let first = field.words.first, let last = field.words.last, verbs.contains(first), !counts.contains(last),
        scalar.isInteger || states.contains(first)
      else { return }
      findings.report(
        "'\(field.name)' stores a Boolean value as \(scalar.phrase)", at: field.typeRange,
        help: "make it a 'Bool'", fixes: fixes(field))
    })
}

/// `Int16 = 1` becomes `Bool = true`.
private func fixes(_ field: DeclaredField) -> [Diagnostic.Fix] {
  guard case .literal(let literal)? = field.syntax.defaultValue, case .integer(let digits) = literal.value else {
    return field.retyping(to: "Bool")
  }
  let value = ["0": "false", "1": "true"][digits]
  guard let value, field.field.constraints.isEmpty, let type = field.syntax.type?.innermost else { return [] }
  return [.init(title: "make it 'Bool'", edits: [.init(type, "Bool"), .init(literal.range, value)], isSafe: false)]
}

private let verbs: Set<String> = ["is", "has", "was", "should", "did", "does", "needs"]
/// The prefixes of states. A text with another prefix can as well describe what is needed or was done.
private let states: Set<String> = ["is", "has", "was"]
private let counts: Set<String> = ["count", "number", "code", "reason", "name", "label", "text", "by"]
