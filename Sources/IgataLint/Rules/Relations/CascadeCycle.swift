import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let cascadeCycle = LintRule(
    "cascade-cycle", .relations, .normal,
    """
    Cascades form a cycle.

    Deleting one row of any of the models deletes rows of the next one, until it reaches the first model again:
    deleting a single row can delete all of them. Use `restrict` or `nullify` for one relation of the cycle.
    """,
    example: """
      model Team {
        id: UUID = uuid() @primaryKey
        captain: Player? @onDelete(cascade)
      }

      model Player {
        id: UUID = uuid() @primaryKey
        team: Team @onDelete(cascade)
      }
      """,
    fix: .replacing("Player? @onDelete(cascade)", with: "Player? @onDelete(nullify)"),
    check: .schema { context, findings in
      let cascades = Cascades(context.schema)
      let groups = cascades.cycles()
      var steps: [Int: [DeclaredField]] = [:]
      for field in context.fields {
        guard case .toOne(let target, _, .cascade) = field.kind, let owner = field.model, owner != target,
          let group = groups[owner], groups[target] == group
        else { continue }
        steps[group, default: []].append(field)
      }
      for group in steps.keys.sorted() {
        guard let fields = steps[group], let last = fields.last else { continue }
        let others = fields.dropLast().prefix(8).map { Diagnostic.Related($0.range, "'\($0.name)' cascades too") }
        findings.report(
          "cascades form a cycle back to '\(context.declared.name(of: last.owner))'", at: last.range,
          help: "use 'restrict' or 'nullify' for one of them", related: Array(others))
      }
    })
}
