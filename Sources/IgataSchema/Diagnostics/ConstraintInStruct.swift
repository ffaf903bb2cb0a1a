public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let constraintInStruct = DiagnosticKind(
    "constraint-in-struct",
    """
    A struct has a `primaryKey`, a `unique`, an `index`, a `distribute` or a `reference`.

    Keys, indexes and the distribution of rows belong to a table, and a struct has no table: it can be embedded in any
    number of them. For a constraint or an index on one column, mark its field with `@unique` or `@index`.
    """,
    example: """
      struct Address {
        street: String
        city: String
        index(city)
      }
      """,
    fix: """
      struct Address {
        street: String
        city: String @index
      }
      """)
}

extension Diagnostic {
  static func constraintInStruct(_ constraint: ConstraintSyntax, _ title: String) -> Diagnostic {
    Diagnostic(
      .constraintInStruct, "\(title) can't have '\(constraint.kind.rawValue)(…)'", at: constraint.keyword,
      help: "write it in the models that contain the struct")
  }

  static func constraintInStruct(_ syntax: DistributionSyntax, _ title: String) -> Diagnostic {
    let word = syntax.keyword == .reference ? "reference" : "distribute(by: …)"
    return Diagnostic(
      .constraintInStruct, "\(title) can't have '\(word)'", at: syntax.range,
      help: "write it in the models that contain the struct")
  }
}

extension Resolution {
  mutating func checkStructMembers(_ structure: OwnerDraft) {
    for constraint in structure.constraints { report(.constraintInStruct(constraint, structure.title)) }
    for syntax in structure.distributions { report(.constraintInStruct(syntax, structure.title)) }
  }
}
