internal import Foundation

/// Writes the parts of a model to an encoder.
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
    var container = encoder.container(keyedBy: FieldKey.self)
    // Beyond the depth that can be read back, related models are their keys alone.
    let isDeep = encoder.codingPath.count + 1 >= DictionaryInput.depthLimit
    var relationKeys: Set<String> = []
    for (index, relation) in table.relations.enumerated() where !isDeep {
      if let list = parts.relations.lists[index] {
        var elements = container.nestedUnkeyedContainer(forKey: FieldKey(relation.name))
        for model in list { try elements.encode(model) }
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
      let value = table.columns[column].type.codedValue(of: parts.row[column])
      if let value { try container.encode(value, forKey: key) }
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
  /// The value as a coder takes it; nothing for null.
  fileprivate func codedValue(of value: StoredValue) -> (any Encodable)? {
    switch (self, value) {
    case (.fixed(let scale), .integer(let value)): return DecimalDigits(savedValue: value, scale: scale).text
    case (.list(.fixed(let scale)), .list(let values)):
      return values.compactMap { ColumnType.fixed(scale: scale).codedValue(of: $0) as? String }
    default: return plainValue(of: value)
    }
  }
}
