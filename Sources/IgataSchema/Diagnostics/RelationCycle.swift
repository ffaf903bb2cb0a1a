public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let relationCycle = DiagnosticKind(
    "relation-cycle",
    """
    Required relations or wrappers form a cycle.

    None of the models could be created or saved first, and loading one of them would never end. One relation of the
    cycle must be optional. Save its model without it first, and set it when the other model is stored, in one
    transaction if no one else may see the first state. A model that relates to itself, such as a node to the root of
    its tree, has `nil` where it would be its own target.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        account: Account
      }

      model Account {
        id: UUID = uuid() @primaryKey
        owner: Person
      }
      """,
    fix: .replacing("account: Account", with: "account: Account?"))
}

extension Diagnostic {
  /// - Parameter step: The step of the cycle whose relation can be made optional, if any, and its syntax.
  static func relationCycle(_ cycle: Graph.Cycle, _ schema: Schema, breaking step: (Int, FieldSyntax)?) -> Diagnostic {
    let names = cycle.steps.map { schema.models[$0.node].name }
    let fields = cycle.steps.map { schema.models[$0.node].fields[$0.field] }
    let wrappers = fields.filter(\.isWrapper).count
    let subject =
      switch wrappers {
      case 0: "required relations"
      case fields.count: "wrappers"
      default: "required relations and wrappers"
      }
    let last = step?.0 ?? fields.count - 1
    var diagnostic = Diagnostic(
      .relationCycle, "\(subject) form a cycle: \(cycle.path(names))", at: fields[last].origin.range,
      help: "take one of them out of its primary key, and make it optional")
    if let syntax = step?.1, let type = syntax.type {
      let optional = "\(nameText(syntax.name.text)): \(nameText(schema.models[cycle.target(of: last)].name))?"
      diagnostic.help = "make \(fields.count == 1 ? "it" : "one of them") optional: '\(optional)'"
      var edits = [Fix.Edit(SourceRange(file: type.range.file, start: type.range.end, end: type.range.end), "?")]
      if let value = syntax.defaultValue {
        edits = [.init(SourceRange(file: type.range.file, start: type.range.end, end: value.range.end), "?")]
      }
      diagnostic.fixes = [Fix(title: "write '\(optional)'", edits: edits, isSafe: false)]
    }
    let others = zip(names, fields).enumerated().filter { $0.offset != last }.map(\.element)
    return diagnostic.following(others)
  }

  /// Shows the other steps of a cycle.
  func following(_ steps: some Sequence<(String, Field)>) -> Diagnostic {
    var result = self
    result.related += steps.map { .init($1.origin.range, "'\($0).\($1.name)' continues the cycle") }
    return result
  }
}

extension Field {
  fileprivate var isWrapper: Bool { if case .toOne(_, .wrapper, _) = kind { true } else { false } }
}

extension Graph.Cycle {
  /// The node that a step leads to.
  fileprivate func target(of step: Int) -> Int { steps[(step + 1) % steps.count].node }

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
      report(.relationCycle(cycle, schema, breaking: breakableStep(of: cycle)))
      for step in cycle.steps { cycleSteps.insert(step) }
    }
  }

  /// The last step of a cycle whose relation isn't part of a key, and isn't a wrapper if there is another one.
  private func breakableStep(of cycle: Graph.Cycle) -> (Int, FieldSyntax)? {
    let steps = cycle.steps.indices.filter { !(keyFields[cycle.steps[$0].node] ?? []).contains(cycle.steps[$0].field) }
    func field(_ step: Int) -> Field { schema.models[cycle.steps[step].node].fields[cycle.steps[step].field] }
    guard let step = steps.last(where: { !field($0).isWrapper }) ?? steps.last else { return nil }
    return (step, models[cycle.steps[step].node].draft(cycle.steps[step].field).syntax)
  }
}
