import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  mutating func addModel(_ index: Int) {
    let model = new.models[index]
    add(
      .modelAdded, .safe, model.name, "model '\(model.name)' is added: table '\(model.table)'", at: model.origin.range,
      breaks: [])
    for move in match.moves where move.newModel == index { addMoved(move) }
  }

  mutating func removeModel(_ index: Int) {
    let model = old.models[index]
    add(
      .modelRemoved, .destructive, model.name, "model '\(model.name)' is removed: table '\(model.table)' is dropped",
      at: model.origin.range, isGone: true, breaks: .all)
  }

  /// Compares the names of a model and its table.
  mutating func compareNames(_ pair: ModelMatch) {
    let (before, after) = (old.models[pair.old], new.models[pair.new])
    if before.name != after.name {
      add(
        .modelRenamed, .none, after.name, "model '\(before.name)' is renamed to '\(after.name)'",
        at: after.origin.range, breaks: .source)
    }
    if before.table != after.table {
      add(
        .tableRenamed, .safe, after.name, "table '\(before.table)' is renamed to '\(after.table)'",
        at: after.origin.range, breaks: .storage)
    }
    if before.origin.documentation != after.origin.documentation || before.deprecation != after.deprecation {
      addDocumentation(of: "model '\(after.name)'", after.name, at: after.origin.range)
    }
  }

  /// Adds that documentation or a deprecation changes.
  mutating func addDocumentation(of title: String, _ path: String, at range: SourceRange) {
    add(.documentationChanged, .none, path, "the documentation of \(title) changes", at: range, breaks: [])
  }

  mutating func compareDistribution(_ pair: ModelMatch) {
    let (before, after) = (oldTables[pair.old].table.distribution, newTables[pair.new].table.distribution)
    let mapped: TableDistribution? =
      switch before {
      case .column(let column): pair.newColumn(of: column).map { .column($0) }
      case .reference, nil: before
      }
    guard mapped != after else { return }
    let model = new.models[pair.new]
    add(
      .distributionChanged, .safe, model.name, "the rows of '\(model.name)' are distributed in another way",
      at: model.distribution?.range ?? model.origin.range, breaks: .storage)
  }
}
