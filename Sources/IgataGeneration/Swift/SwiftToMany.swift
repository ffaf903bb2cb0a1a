import IgataSchema
import IgataTemplateLanguage

extension Field {
  /// Whether the field is a to-many relation that is stored in the other model.
  fileprivate var isToMany: Bool { kind.isInverse }
}

/// The Swift code for a model's to-many relations: members of `Columns`, and queries for relations that are stored in
/// the other model.
extension GenerationScope {
  private static let inverseShape = Shape("documentation", "deprecation", "name", "type", "value")

  struct InverseField {
    let field: Field
    let name: String
    let target: Int
    /// The index of the inverse relation in the target, its field there, and its foreign key if it is a linked one.
    let back: (relation: Int, field: Field, link: ForeignKey?)
    let relation: Int
    /// Whether there is one related model at most.
    let isSingle: Bool

    /// Whether the relation in the target is a list.
    var isList: Bool { if case .ordered = back.field.kind { true } else { false } }
  }

  /// The to-many relations that are stored in the other model.
  func inverseFields(of model: Model) -> [InverseField] {
    guard model.fields.contains(where: \.isToMany) else { return [] }
    // Counted once. A search for each relation would take quadratic time.
    var numbers = [Int](repeating: 0, count: model.fields.count)
    for (number, field) in model.relationFields.enumerated() { numbers[field] = number }
    return model.fields.indices.compactMap { index in
      guard case .inverse(let target, of: let inverse, let isSingle) = model.fields[index].kind else { return nil }
      let field = model.fields[index]
      let other = schema.models[target]
      return InverseField(
        field: field, name: SwiftIdentifier.property(field.name, among: model.fields),
        target: target,
        back: (
          other.relationFields.firstIndex(of: inverse) ?? 0, other.fields[inverse],
          other.foreignKeys.first { $0.isLinked && $0.field == inverse }
        ),
        relation: numbers[index], isSingle: isSingle)
    }
  }

  func inverses(of model: Model, key: String) -> [Record] {
    inverseFields(of: model).map { inverse in
      let type = modelType(inverse.target)
      var lines = inverse.field.origin.documentation
      if lines.isEmpty {
        let models = inverse.isSingle ? "the model" : "models"
        let verb = inverse.isList ? "contains" : "is"
        lines = ["The query for \(models) whose ``\(type)/\(inverse.back.field.name)`` \(verb) this model."]
      }
      var values = "\(key)._keyValues"
      if let link = inverse.back.link {
        let members = link.references.map { SwiftIdentifier.own(member(of: $0, in: model)) + "._storedValue" }
        values = "[\(members.joined(separator: ", "))]"
      }
      return Record(
        Self.inverseShape,
        [
          documentation(lines), deprecation(inverse.field.deprecation), .text(inverse.name),
          .text("\(typeNames.runtimeType("Query"))<\(type)>"),
          .text("\(typeNames.runtimeCall("Query"))(_inverse: \(inverse.back.relation), of: \(values))"),
        ])
    }
  }
}
