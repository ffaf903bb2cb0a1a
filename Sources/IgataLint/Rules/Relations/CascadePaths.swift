import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// Cascades reach a model by two ways.
  ///
  /// A transfer between two accounts goes when either of them does, and a task goes with its project and with its
  /// owner, who may both belong to the same company. SQL Server refuses such tables. Let one of the ways restrict or
  /// nullify.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  /// }
  ///
  /// model Transfer {
  ///   id: UUID = uuid() @primaryKey
  ///   source: Account @onDelete(cascade)
  ///   target: Account @onDelete(cascade)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  /// }
  ///
  /// model Transfer {
  ///   id: UUID = uuid() @primaryKey
  ///   source: Account @onDelete(cascade)
  ///   target: Account @onDelete(restrict)
  /// }
  /// ```
  static let cascadePaths = LintRule("cascade-paths", .relations, .picky, check: .models(checkCascadePaths))
}

private func checkCascadePaths(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  // The way by which each model above was reached first.
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
        "deleting a '\(context.schema.models[above].name)' reaches '\(model.name)' by two ways", at: field.origin.range,
        help: "let one of them restrict or nullify",
        related: [.init(other.origin.range, "'\(other.name)' is the other")])
      break
    }
  }
}

/// A model and those whose deletion reaches it, the nearest first. No more than a few dozen are looked at, so that time
/// stays linear; a way that is longer than that is past anybody's grasp already.
private func ancestors(of model: Int, _ context: LintContext) -> [Int] {
  var found = [model]
  var seen: Set<Int> = [model]
  var place = 0
  while place < found.count, found.count < 48 {
    for key in context.schema.models[found[place]].foreignKeys where key.deleteRule == .cascade {
      if found.count < 48, seen.insert(key.target).inserted { found.append(key.target) }
    }
    place += 1
  }
  return found
}
