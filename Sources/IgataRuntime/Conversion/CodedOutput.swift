internal import Foundation
internal import IgataTables

/// Encodes the parts of a model.
struct CodedOutput {
  private let table: TableDescription
  private let parts: ModelParts
  private let encoder: any Encoder

  init<Model: PersistableModel>(_ model: Model, _ encoder: any Encoder) {
    table = Model.table
    parts = ModelParts(model)
    self.encoder = encoder
  }

  func encode() throws {
    guard encoder.codingPath.count < DictionaryInput.depthLimit else {
      throw EncodingError.invalidValue(
        table.model,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription:
            "related models are nested deeper than the \(DictionaryInput.depthLimit) levels that can be "
            + "decoded: encode them apart, and refer to them by their keys"))
    }
    var container = encoder.container(keyedBy: FieldKey.self)
    var relationKeys: Set<String> = []
    for (index, relation) in table.relations.enumerated() {
      if let list = parts.relations.lists[index] {
        try container.encode(CodedList(models: list), forKey: FieldKey(relation.name))
      } else if let target = parts.relations.targets[index] {
        try container.encode(target, forKey: FieldKey(relation.name))
        if let key = table.keyField(of: relation) { relationKeys.insert(key.name) }
      }
    }
    for field in table.fieldTree.fields where !relationKeys.contains(field.name) { try encode(field, into: &container) }
  }

  private func encode(_ field: FieldTree.Field, into container: inout KeyedEncodingContainer<FieldKey>) throws {
    let key = FieldKey(field.name)
    switch field.kind {
    case .column(let column):
      if let value = table.columns[column].type.codedValue(of: parts.row[column]) {
        try container.encode(value, forKey: key)
      } else if table.columns[column].writesNil {
        try container.encodeNil(forKey: key)
      }
    case .group(let tree, let structure):
      let isThere =
        structure?.presenceColumn.map { parts.row[$0] != .null }
        ?? (structure != nil || tree.columns.contains { parts.row[$0] != .null })
      guard isThere else { return }
      var inner = container.nestedContainer(keyedBy: FieldKey.self, forKey: key)
      for field in tree.fields { try encode(field, into: &inner) }
    case .relation: break
    }
  }
}

extension ColumnType {
  /// The value in the form that is encoded; `nil` for null.
  fileprivate func codedValue(of value: StoredValue) -> (any Encodable)? {
    switch (self, value) {
    case (.scalar(let scalar), _):
      if let text = scalar.codedText(of: value) { return text }
    case (.list(.scalar(let scalar)), .list(let values)):
      let texts = values.compactMap { scalar.codedText(of: $0) }
      if !texts.isEmpty { return texts }
    default: break
    }
    return plainValue(of: value)
  }
}

/// A separate type for lists, so that the encoder knows the whole path of their elements, as a decoder does.
private struct CodedList: Encodable {
  let models: [any PersistableModel]

  func encode(to encoder: any Encoder) throws {
    var elements = encoder.unkeyedContainer()
    for model in models { try elements.encode(model) }
  }
}
