import IgataSchema

/// What a deletion of a model's rows does to those of others.
struct Deletion {
  /// The models whose rows are deleted, too.
  private(set) var deleted = FirstNames()
  /// The relations that are `nil` afterward.
  private(set) var cleared = FirstNames()
  /// The relations of rows that keep a row from being deleted.
  private(set) var refusing = FirstNames()

  var hasEffect: Bool { !deleted.isEmpty || !cleared.isEmpty || !refusing.isEmpty }

  init(of model: Int, _ scope: DocsScope) {
    let schema = scope.schema
    let reached = scope.cascades.models(deletedWith: model)
    for other in reached where scope.selection.includes(model: other) { deleted.add(schema.models[other].name) }
    var isGone = [Bool](repeating: false, count: reached.isEmpty ? 0 : schema.models.count)
    for gone in [model] + reached where !isGone.isEmpty { isGone[gone] = true }
    for target in [model] + reached {
      for relation in scope.survivors[target] {
        if relation.isCleared {
          cleared.add(relation.name(in: schema))
        } else if target == model || !isGone[relation.source] {
          // A row that is deleted itself doesn't keep others.
          refusing.add(relation.name(in: schema))
        }
      }
    }
  }
}

/// A relation whose row isn't deleted with the row that it refers to.
struct SurvivingRelation: Sendable {
  let source: Int
  let field: Int
  /// Whether it becomes `nil`; otherwise it keeps the row from being deleted.
  let isCleared: Bool

  func name(in schema: Schema) -> String {
    "\(schema.models[source].name).\(schema.models[source].fields[field].name)"
  }

  /// The relations to each model from those that are documented.
  static func all(_ schema: Schema, _ incoming: [[IncomingRelation]], _ selection: DocsSelection) -> [[Self]] {
    incoming.map { relations in
      relations.compactMap { relation in
        guard selection.includes(model: relation.source),
          case .toOne(_, _, let rule) = schema.models[relation.source].fields[relation.field].kind, rule != .cascade
        else { return nil }
        return Self(source: relation.source, field: relation.field, isCleared: rule == .nullify)
      }
    }
  }
}

/// The names that a page lists, and how many there are: each model can lead to all others.
struct FirstNames {
  private static let most = 30

  private(set) var names: [String] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func add(_ name: @autoclosure () -> String) {
    if count < Self.most { names.append(name()) }
    count += 1
  }
}
