public import IgataDiagnostics

extension DiagnosticKind {
  public static let cyclicStruct = DiagnosticKind(
    "cyclic-struct",
    """
    A struct contains itself, directly or through other structs.

    Such a struct would have infinite size. To refer to values of the same type, use a model with an optional
    relation.
    """,
    example: """
      struct Node {
        name: String
        next: Node?
      }
      """,
    fix: """
      model Node {
        id: UUID = uuid() @primaryKey
        name: String
        next: Node?
      }
      """)
}

extension Diagnostic {
  static func cyclicStruct(_ cycle: Graph.Cycle, _ schema: Schema) -> Diagnostic {
    let names = cycle.steps.map { schema.structs[$0.node].name }
    let fields = cycle.steps.map { schema.structs[$0.node].fields[$0.field] }
    let diagnostic = Diagnostic(
      .cyclicStruct, "a struct contains itself: \(cycle.path(names))",
      at: fields.last?.origin.range ?? SourceRange(file: 0, start: 0, end: 0), help: "make one of them a model")
    return diagnostic.following(zip(names, fields).dropLast())
  }
}
