import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let redundantIndex = LintRule(
    "redundant-index", .relations, .normal,
    """
    An index or a constraint has the same effect as another one.

    A key or an index on `(a, b)` also serves queries by `a`, every foreign key has an index, and a field that is
    unique by itself is unique in combination with others. Each redundant index slows down every write. The fix
    removes an index from the database, so it isn't safe.
    """,
    example: """
      model Entry {
        id: UUID = uuid() @primaryKey
        name: String @index
        at: Date

        index(name, at)
      }
      """,
    fix: .replacing("String @index", with: "String"),
    houseStyle: HouseStyle("indexes and constraints are redundant", help: "remove them"),
    check: .models { model, context, findings in
      let indexes = model.indexes
      let uniques = model.uniques
      guard !indexes.isEmpty || !uniques.isEmpty else { return }
      let prefixes = Prefixes(model.model, indexes, uniques)
      for index in indexes {
        guard let reason = prefixes.reason(against: index) else { continue }
        report("this index", reason, index, context, &findings)
      }
      let keys = Set(
        [Set(model.model.primaryKey)]
          + model.model.uniques.filter { $0.parts.count == 1 && $0.isPlain }.map { [$0.parts[0].column] })
      for unique in uniques {
        let columns = Set(unique.constraint.parts.map(\.column))
        guard unique.constraint.isOfValues else { continue }
        let isKey = columns == Set(model.model.primaryKey)
        let isWider = columns.count > 1 && columns.contains { keys.contains([$0]) }
        let isReferenced = context.schema.models.contains { other in
          other.foreignKeys.contains {
            $0.isLinked && $0.target == model.index && Set($0.references) == columns
          }
        }
        // A foreign key needs a constraint on exactly the columns that it refers to.
        guard isKey || isWider, !isReferenced else { continue }
        report(
          "this constraint", isKey ? "the key is already unique" : "a part of it is unique by itself", unique, context,
          &findings)
      }
    })
}

private func report(
  _ subject: String, _ reason: String, _ declared: DeclaredConstraint, _ context: LintContext,
  _ findings: inout Findings
) {
  let fixes: [Diagnostic.Fix] =
    switch declared.form {
    case .member: [context.declared.removingLines(of: declared.range, title: "remove it", isSafe: false)]
    case .attribute: [context.declared.removing(declared.range, title: "remove it", isSafe: false)]
    case .field: []
    }
  findings.report("\(subject) is redundant, because \(reason)", at: declared.range, help: "remove it", fixes: fixes)
}

/// The prefixes of the columns of keys, constraints and indexes, and the reason that each is indexed.
private struct Prefixes {
  private var reasons: [[Constraint.Part]: String] = [:]
  /// The prefixes of longer indexes, which make shorter ones redundant.
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
    for index in indexes where index.constraint.condition == nil && index.constraint.method == nil {
      for prefix in Self.prefixes(of: index.constraint.parts) where prefix.count < index.constraint.parts.count {
        longer.insert(prefix)
      }
    }
  }

  func reason(against index: DeclaredConstraint) -> String? {
    let parts = index.constraint.parts
    guard index.constraint.condition == nil, index.constraint.method == nil else { return nil }
    return longer.contains(parts) ? "a longer one begins with its columns" : reasons[parts]
  }

  private mutating func add(_ parts: [Constraint.Part], _ reason: String) {
    for prefix in Self.prefixes(of: parts) where reasons[prefix] == nil { reasons[prefix] = reason }
  }

  /// No engine indexes more than a few columns, so no more are checked.
  private static func prefixes(of parts: [Constraint.Part]) -> [[Constraint.Part]] {
    parts.indices.prefix(32).map { Array(parts[...$0]) }
  }
}
