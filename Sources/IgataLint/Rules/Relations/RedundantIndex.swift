import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// An index or a constraint does what another does already.
  ///
  /// A key or an index over `(a, b)` finds by `a` too, every foreign key has an index of its own, and what is unique alone
  /// is unique with anything beside it. Each index that is too many costs time at every write. Without it the database loses
  /// an index, so that the fix is for you to choose.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Entry {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String @index
  ///   at: Date
  ///
  ///   index(name, at)
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// model Entry {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String
  ///   at: Date
  ///
  ///   index(name, at)
  /// }
  /// ```
  static let redundantIndex = LintRule("redundant-index", .relations, .usual, check: .models(checkRedundantIndex))
}

private func checkRedundantIndex(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  let indexes = model.placed(model.model.indexes, .index)
  let uniques = model.placed(model.model.uniques, .unique)
  guard !indexes.isEmpty || !uniques.isEmpty else { return }
  let starts = Starts(model.model, indexes, uniques)
  for (place, index) in indexes.enumerated() {
    guard let reason = starts.reason(against: index, at: place) else { continue }
    report("this index", reason, index, context, &findings)
  }
  let keys = Set([Set(model.model.primaryKey)] + model.model.uniques.filter { $0.parts.count == 1 && $0.condition == nil }.map { [$0.parts[0].column] })
  for unique in uniques {
    let columns = Set(unique.constraint.parts.map(\.column))
    let isKey = columns == Set(model.model.primaryKey)
    let isWider = columns.count > 1 && columns.contains { keys.contains([$0]) }
    guard isKey || isWider else { continue }
    report("this constraint", isKey ? "the key is unique already" : "a part of it is unique alone", unique, context, &findings)
  }
}

private func report(
  _ subject: String, _ reason: String, _ placed: PlacedConstraint, _ context: LintContext, _ findings: inout Findings
) {
  let fixes: [Diagnostic.Fix] =
    switch placed.origin {
    case .member: [context.index.removingLines(of: placed.range, title: "remove it", isSafe: false)]
    case .attribute: [context.index.removing(placed.range, title: "remove it", isSafe: false)]
    case .field: []
    }
  findings.report("\(subject) adds nothing, as \(reason)", at: placed.range, help: "leave it out", fixes: fixes)
}

/// The columns that keys, constraints and indexes begin with, and which does.
private struct Starts {
  private var first: [[Constraint.Part]: (place: Int, reason: String)] = [:]
  /// Where an index is a part of a longer one, which it must give way to.
  private var longer: [[Constraint.Part]: (place: Int, reason: String)] = [:]

  init(_ model: Model, _ indexes: [PlacedConstraint], _ uniques: [PlacedConstraint]) {
    add(model.primaryKey.map { .init(column: $0) }, -1, "the key begins with its columns")
    for unique in uniques where unique.constraint.condition == nil {
      add(unique.constraint.parts, -1, "a unique constraint begins with its columns")
    }
    for key in model.foreignKeys {
      let parts = key.columns.map { Constraint.Part(column: $0) }
      if first[parts] == nil { first[parts] = (-1, "every foreign key has an index") }
    }
    for (place, index) in indexes.enumerated() where index.constraint.condition == nil {
      let parts = index.constraint.parts
      for count in 1..<max(parts.count, 1) where longer[Array(parts.prefix(count))] == nil {
        longer[Array(parts.prefix(count))] = (place, "a longer one begins with its columns")
      }
    }
  }

  private mutating func add(_ parts: [Constraint.Part], _ place: Int, _ reason: String) {
    guard !parts.isEmpty else { return }
    for count in 1...parts.count where first[Array(parts.prefix(count))] == nil {
      first[Array(parts.prefix(count))] = (place, reason)
    }
  }

  func reason(against index: PlacedConstraint, at place: Int) -> String? {
    guard index.constraint.condition == nil else { return nil }
    return (longer[index.constraint.parts] ?? first[index.constraint.parts])?.reason
  }
}
