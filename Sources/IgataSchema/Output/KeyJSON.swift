import IgataDiagnostics

// Keys as dictionaries of models have them.
extension JSONBuilder {
  /// Writes the key that a to-one relation refers by: `null` for a relation without columns of its own.
  mutating func writeKey(of relation: Field, _ schema: Schema) {
    guard !relation.isLinked else { return key("key", String?.none) }
    key("key") { $0.write(part: relation, schema) }
  }

  /// Writes the fields of a composite key. There are none if the key is one column.
  mutating func writeKeyParts(of model: Model, _ schema: Schema) {
    var fields: [Int] = []
    if model.primaryKey.count > 1 {
      for column in model.primaryKey where fields.last != model.columns[column].field {
        fields.append(model.columns[column].field)
      }
    }
    key("parts", list: fields) { $0.write(part: model.fields[$1], schema) }
  }

  /// Writes the name, the model that a relation refers to, and the type, which is `null` for a composite key.
  private mutating func write(part field: Field, _ schema: Schema) {
    object { writer in
      if case .toOne(let target, _, _) = field.kind {
        writer.key("name", field.name + "ID")
        writer.key("model", schema.models[target].name)
      } else {
        writer.key("name", field.name)
        writer.key("model", String?.none)
      }
      guard let type = schema.storedType(of: field) else { return writer.key("type", String?.none) }
      writer.key("type") { $0.write(type, schema) }
    }
  }
}
