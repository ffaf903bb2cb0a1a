internal import Foundation
internal import IgataTables

/// Converts the parts of a model to a dictionary.
struct DictionaryOutput {
  let table: TableDescription
  let parts: ModelParts
  let form: DictionaryForm
  let depth: Int

  init<Model: PersistableModel>(_ model: Model, _ form: DictionaryForm, depth: Int) {
    table = Model.table
    parts = ModelParts(model)
    self.form = form
    self.depth = depth
  }

  func dictionary() -> [String: any Sendable] {
    // Beyond the depth that can be read back, related models are represented by their keys.
    let isDeep = depth + 1 >= DictionaryInput.depthLimit
    var relationKeys: Set<String> = []
    var dictionary: [String: any Sendable] = [:]
    for (index, relation) in table.relations.enumerated() {
      if let list = parts.relations.lists[index] {
        // Left out instead of empty, which would mean that there are no members.
        if !isDeep { dictionary[relation.name] = list.map { nested($0) } }
      } else if let target = parts.relations.targets[index], !isDeep {
        dictionary[relation.name] = nested(target)
        if let key = table.keyField(of: relation) { relationKeys.insert(key.name) }
      }
    }
    for field in table.fieldTree.fields where !relationKeys.contains(field.name) {
      if let value = value(of: field) { dictionary[field.name] = value }
    }
    return dictionary
  }

  private func nested(_ model: some PersistableModel) -> [String: any Sendable] {
    DictionaryOutput(model, form, depth: depth + 1).dictionary()
  }

  private func value(of field: FieldTree.Field) -> (any Sendable)? {
    switch field.kind {
    case .column(let column):
      let type = table.columns[column].type
      let value: (any Sendable)? =
        switch form {
        case .swift: type.plainValue(of: parts.row[column])
        case .json: type.jsonValue(of: parts.row[column])
        }
      return value == nil && table.columns[column].writesNil ? NSNull() : value
    case .group(let tree, let structure):
      if let presence = structure?.presenceColumn, parts.row[presence] == .null { return nil }
      var dictionary: [String: any Sendable] = [:]
      for field in tree.fields {
        if let value = value(of: field) { dictionary[field.name] = value }
      }
      // A composite key without values is treated as missing.
      return structure == nil && dictionary.isEmpty ? nil : dictionary
    case .relation: return nil
    }
  }
}

extension ColumnType {
  /// The value as Swift code would represent it; `nil` for null.
  func plainValue(of value: StoredValue) -> (any Sendable & Encodable)? {
    switch self {
    case .scalar(let scalar), .integerEnum(_, let scalar, _):
      if let swiftValue = scalar.swiftValue(of: value) { return swiftValue }
    case .stringEnum, .list: break
    }
    switch value {
    case .null: return nil
    case .bool(let value): return value
    case .integer(let value): return value
    case .real(let value): return value
    case .text(let text): return text
    case .data(let value): return value
    case .uuid(let value): return value
    case .date(let microseconds): return Date(microsecondsSince1970: microseconds)
    case .day(let value): return value
    case .decimal(let value): return value
    case .json(let value): return value
    case .list(let values):
      guard case .list(let element) = self else { return nil }
      return element.plainValue(of: element.blankValue).map { element.plainList(of: values, like: $0) }
    }
  }

  /// An array whose elements have the type of `example`.
  private func plainList<Element: Sendable & Encodable>(
    of values: [StoredValue], like example: Element
  ) -> any Sendable & Encodable {
    values.compactMap { plainValue(of: $0) as? Element }
  }
}
