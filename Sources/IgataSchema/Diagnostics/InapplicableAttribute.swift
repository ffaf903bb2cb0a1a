public import IgataDiagnostics

extension DiagnosticKind {
  public static let inapplicableAttribute = DiagnosticKind(
    "inapplicable-attribute",
    """
    An attribute doesn't apply to the type of its field.

    `@length` applies to text, data and lists, `@range` to numbers, `@pattern` to text, `@precision` to a `Decimal`,
    `@onDelete` to a relation to one model, `@inverse` to a list of models, `@updatedAt` to a `Date`, and `@version`
    to an integer that isn't optional. `@unique` and `@index` apply to a value or a relation to one model, and `@stored`
    to a value of a model that is `@external`.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        age: Int16 @length(1...100)
      }
      """,
    fix: .replacing("@length(1...100)", with: "@range(1...100)"))
}

extension Diagnostic {
  /// - Parameter argument: The argument that doesn't apply, if the attribute applies with another one.
  static func inapplicableAttribute(
    _ attribute: Attribute, argument: String? = nil, needs need: String, found: String
  ) -> Diagnostic {
    let form = attribute.kind.rawValue + (argument.map { "(\($0))" } ?? "")
    return Diagnostic(
      .inapplicableAttribute, "'@\(form)' needs \(need), but this is \(found)", at: attribute.range,
      fixes: [
        Fix(title: "remove '@\(attribute.kind.rawValue)'", range: attribute.range, replacement: "", isSafe: false)
      ])
  }
}
