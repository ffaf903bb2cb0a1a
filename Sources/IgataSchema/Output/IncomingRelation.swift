import IgataDiagnostics

/// A relation of one model, seen from the model that it refers to.
package struct IncomingRelation: Sendable {
  /// The model that has the relation: an index into the schema's models.
  package let source: Int
  /// The field of the relation in the source model.
  package let field: Int
  /// The field of the other side in the model that the relation refers to; `nil` if there is none.
  package var inverse: Int?
}

extension Schema {
  /// For each model, the relations that refer to it, in the order of the models that have them.
  package var incomingRelations: [[IncomingRelation]] {
    var incoming = [[IncomingRelation]](repeating: [], count: models.count)
    var inverses: [StoredRelation: Int] = [:]
    for model in models {
      for (index, field) in model.fields.enumerated() {
        guard case .inverse(let source, of: let inverse, _) = field.kind else { continue }
        inverses[StoredRelation(model: source, field: inverse)] = index
      }
    }
    for (source, model) in models.enumerated() {
      for (index, field) in model.fields.enumerated() {
        guard let target = field.storedTarget else { continue }
        let inverse = inverses[StoredRelation(model: source, field: index)]
        incoming[target].append(IncomingRelation(source: source, field: index, inverse: inverse))
      }
    }
    return incoming
  }

  private struct StoredRelation: Hashable {
    let model: Int
    let field: Int
  }
}

extension Field {
  /// The model that the field relates to, if the field itself stores the relation.
  package var storedTarget: Int? {
    switch kind {
    case .toOne(let target, _, _), .ordered(let target): target
    case .value, .list, .embedded, .inverse: nil
    }
  }
}

extension JSONBuilder {
  mutating func write(_ relation: IncomingRelation, _ schema: Schema) {
    let source = schema.models[relation.source]
    let field = source.fields[relation.field]
    object { writer in
      writer.key("model", source.name)
      writer.key("table", source.table)
      writer.key("field", field.name)
      if case .toOne(let target, let kind, let rule) = field.kind {
        writer.key("kind", "toOne")
        writer.key("form", kind.name)
        writer.key("onDelete", rule.rawValue)
        writer.key("inverse", relation.inverse.map { schema.models[target].fields[$0].name })
      } else if case .ordered(let target) = field.kind {
        writer.key("kind", "ordered")
        writer.key("form", String?.none)
        writer.key("onDelete", String?.none)
        writer.key("inverse", relation.inverse.map { schema.models[target].fields[$0].name })
      }
    }
  }
}
