public import IgataDiagnostics

extension DiagnosticKind {
  /// Required relations or wrappers form a cycle.
  ///
  /// None of the models could be created or saved first, and loading one of them would never end. One relation of the
  /// cycle must be optional.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   account: Account
  /// }
  ///
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   owner: Person
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   account: Account?
  /// }
  ///
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   owner: Person
  /// }
  /// ```
  public static let relationCycle = DiagnosticKind("relation-cycle")
}

extension Diagnostic {
  static func relationCycle(_ cycle: Graph.Cycle, _ schema: Schema) -> Diagnostic {
    let names = cycle.steps.map { schema.models[$0.node].name }
    let fields = cycle.steps.map { schema.models[$0.node].fields[$0.field] }
    let wrappers = fields.filter { if case .toOne(_, .wrapper, _) = $0.kind { true } else { false } }.count
    let subject =
      switch wrappers {
      case 0: "required relations"
      case fields.count: "wrappers"
      default: "required relations and wrappers"
      }
    let diagnostic = Diagnostic(
      .relationCycle, "\(subject) form a cycle: \(cycle.path(names))",
      at: fields.last?.origin.range ?? SourceRange(file: 0, start: 0, end: 0), help: "make one of them optional")
    return diagnostic.following(zip(names, fields).dropLast())
  }

  /// Shows the steps of a cycle before its last one.
  func following(_ steps: some Sequence<(String, Field)>) -> Diagnostic {
    var result = self
    result.related += steps.map { .init($1.origin.range, "'\($0).\($1.name)' continues the cycle") }
    return result
  }
}

extension Graph.Cycle {
  /// `Account → Person → Account`
  func path(_ names: [String]) -> String {
    var names = names
    if omitted > 0, let last = names.popLast() { names += ["… (\(omitted) more)", last] }
    return (names + names.prefix(1)).joined(separator: " → ")
  }
}

extension Resolution {
  mutating func checkRelationCycles() {
    let edges = schema.models.map { model in
      model.fields.enumerated().compactMap { index, field -> Graph.Edge? in
        switch field.kind {
        case .toOne(let target, .required, _), .toOne(let target, .wrapper, _):
          Graph.Edge(target: target, field: index)
        default: nil
        }
      }
    }
    for cycle in Graph(edges).cycles {
      report(.relationCycle(cycle, schema))
      for step in cycle.steps { cycleSteps.insert(step) }
    }
  }
}
