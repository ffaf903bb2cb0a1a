import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let cascadePaths = LintRule(
    "cascade-paths", .relations, .strictOnly,
    """
    Cascades reach a model on two paths.

    A transfer between two accounts is deleted with either of them, and a task is deleted with its project and with
    its owner, which may both belong to the same company. SQL Server rejects such tables. Use `restrict` or `nullify`
    on one of the paths.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
      }

      model Transfer {
        id: UUID = uuid() @primaryKey
        source: Account @onDelete(cascade)
        target: Account @onDelete(cascade)
      }
      """,
    fix: .replacing("target: Account @onDelete(cascade)", with: "target: Account @onDelete(restrict)"),
    check: .models { model, context, findings in
      // The path on which each model above was reached first.
      var reached: [Int: Int] = [:]
      for key in model.model.foreignKeys where key.deleteRule == .cascade && key.target != model.index {
        for above in ancestors(of: key.target, context) {
          guard let first = reached[above] else {
            reached[above] = key.field
            continue
          }
          guard first != key.field else { continue }
          let (field, other) = (model.model.fields[key.field], model.model.fields[first])
          findings.report(
            "deleting a '\(context.schema.models[above].name)' reaches '\(model.name)' on two paths",
            at: field.origin.range, help: "use 'restrict' or 'nullify' for one of them",
            related: [.init(other.origin.range, "'\(other.name)' is the other")])
          break
        }
      }
    })
}

/// A model and the models whose deletion reaches it, nearest first. At most a few dozen are checked, so that the time
/// is linear.
private func ancestors(of model: Int, _ context: LintContext) -> [Int] {
  var found = [model]
  var seen: Set<Int> = [model]
  var index = 0
  while index < found.count, found.count < 48 {
    for key in context.schema.models[found[index]].foreignKeys where key.deleteRule == .cascade {
      if found.count < 48, seen.insert(key.target).inserted { found.append(key.target) }
    }
    index += 1
  }
  return found
}
