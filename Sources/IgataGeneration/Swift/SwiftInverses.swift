import IgataSchema
import IgataTemplateLanguage

/// What the Swift of a model has for the to-many relations that are kept at the other end: a query, and a member of
/// `Columns`.
extension GenerationScope {
  private static let inverseShape = Shape(
    "documentation", "deprecation", "name", "type", "value", "columnsType", "columnsValue")

  /// - Parameter path: the name that the path has in the generated `Columns`.
  func inverses(of model: Model, path: String) -> [Record] {
    var number = -1
    return model.fields.compactMap { field in
      switch field.kind {
      case .value, .list, .embedded: return nil
      case .toOne, .ordered:
        number += 1
        return nil
      case .toMany(let target, let inverse):
        number += 1
        return view(field, of: model, target: target, inverse: inverse, columns: "(\(path), \(number))")
      }
    }
  }

  private func view(_ field: Field, of model: Model, target: Int, inverse: Int, columns: String) -> Record {
    let other = schema.models[target]
    let type = modelType(target)
    var lines = field.origin.documentation
    if lines.isEmpty {
      lines = ["Those whose ``\(type)/\(other.fields[inverse].name)`` this is: a query, to be run by a store."]
    }
    let query = runtime("Query")
    let related = runtime("RelatedColumns")
    return Record(
      Self.inverseShape,
      [
        documentation(lines), deprecation(field.deprecation),
        .text(!hasIDKey(model) && field.name == "id" ? "id_" : SwiftIdentifier.property(field.name)),
        .text("\(query)<\(type)>"),
        .text("\(query)(_inverse: \(relationNumber(ofField: inverse, in: other)), of: id)"),
        .text("\(related)<\(type)>"), .text(related + columns),
      ])
  }
}
