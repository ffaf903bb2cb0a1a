import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// An index or a constraint does what another does already.
  ///
  /// A key or an index over `(a, b)` finds by `a` too, every foreign key has an index of its own, and what is unique
  /// alone is unique with anything beside it. Each index that is too many costs time at every write. Without it the
  /// database loses an index, so that the fix is for you to choose.
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
  /// ## Fix
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
  static let redundantIndex = LintRule(
    "redundant-index", .relations, .usual,
    houseStyle: HouseStyle("indexes and constraints add nothing", help: "leave them out"),
    check: .models(checkRedundantIndex))
}

private func checkRedundantIndex(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  let indexes = model.placed(model.model.indexes, .index)
  let uniques = model.placed(model.model.uniques, .unique)
  guard !indexes.isEmpty || !uniques.isEmpty else { return }
  let starts = Starts(model.model, indexes, uniques)
  for index in indexes {
    guard let reason = starts.reason(against: index) else { continue }
    report("this index", reason, index, context, &findings)
  }
  let keys = Set(
    [Set(model.model.primaryKey)]
      + model.model.uniques.filter { $0.parts.count == 1 && $0.condition == nil }.map { [$0.parts[0].column] })
  for unique in uniques {
    let columns = Set(unique.constraint.parts.map(\.column))
    let isKey = columns == Set(model.model.primaryKey)
    let isWider = columns.count > 1 && columns.contains { keys.contains([$0]) }
    guard isKey || isWider else { continue }
    report(
      "this constraint", isKey ? "the key is unique already" : "a part of it is unique alone", unique, context,
      &findings)
  }
}

private func report(
  _ subject: String, _ reason: String, _ placed: DeclaredConstraint, _ context: LintContext, _ findings: inout Findings
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
  private var reasons: [[Constraint.Part]: String] = [:]
  /// The parts of longer indexes, which shorter ones must give way to.
  private var longer: Set<[Constraint.Part]> = []

  init(_ model: Model, _ indexes: [DeclaredConstraint], _ uniques: [DeclaredConstraint]) {
    add(model.primaryKey.map { .init(column: $0) }, "the key begins with its columns")
    for unique in uniques where unique.constraint.condition == nil {
      add(unique.constraint.parts, "a unique constraint begins with its columns")
    }
    for key in model.foreignKeys {
      let parts = key.columns.map { Constraint.Part(column: $0) }
      if reasons[parts] == nil { reasons[parts] = "every foreign key has an index" }
    }
    for index in indexes where index.constraint.condition == nil {
      for start in Self.starts(of: index.constraint.parts) where start.count < index.constraint.parts.count {
        longer.insert(start)
      }
    }
  }

  func reason(against index: DeclaredConstraint) -> String? {
    let parts = index.constraint.parts
    guard index.constraint.condition == nil else { return nil }
    return longer.contains(parts) ? "a longer one begins with its columns" : reasons[parts]
  }

  private mutating func add(_ parts: [Constraint.Part], _ reason: String) {
    for start in Self.starts(of: parts) where reasons[start] == nil { reasons[start] = reason }
  }

  /// No engine indexes more than a few columns, so that no more are looked at.
  private static func starts(of parts: [Constraint.Part]) -> [[Constraint.Part]] {
    parts.indices.prefix(32).map { Array(parts[...$0]) }
  }
}
