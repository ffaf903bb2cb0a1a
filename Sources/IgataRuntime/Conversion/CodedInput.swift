internal import Foundation
internal import IgataTables

/// Decodes the parts of a model.
struct CodedInput {
  private typealias Container = KeyedDecodingContainer<FieldKey>

  private let table: TableDescription
  private let container: Container
  private(set) var parts: ModelParts
  /// What the targets of linked relations determine.
  private var linkedValues = LinkedValues()

  init(_ table: TableDescription, _ decoder: any Decoder) throws {
    guard decoder.codingPath.count < DictionaryInput.depthLimit else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "nested deeper than \(DictionaryInput.depthLimit) levels"))
    }
    self.table = table
    container = try decoder.container(keyedBy: FieldKey.self)
    parts = ModelParts(row: Array(repeating: .null, count: table.columns.count))
  }

  mutating func take() throws {
    for (index, relation) in table.relations.enumerated() where relation.isLinked {
      let key = FieldKey(relation.name)
      if try isMissing(key, in: container) { continue }
      let target = try model(relation.target(), key)
      linkedValues.add(relation, target, in: table)
      parts.relations.set(index, to: target)
    }
    let keyFields = Set(table.relations.compactMap { table.keyField(of: $0)?.name })
    for field in table.fieldTree.fields where !keyFields.contains(field.name) { try take(field, from: container) }
    for (index, relation) in table.relations.enumerated() {
      switch relation.kind {
      case .inverse: break
      case .ordered:
        if container.contains(FieldKey(relation.name)) {
          parts.relations.set(index, to: try list(of: relation.target(), FieldKey(relation.name)))
        }
      case .required, .optional, .wrapper: if !relation.isLinked { try takeToOne(relation, index) }
      }
    }
  }

  private mutating func take(_ field: FieldTree.Field, from container: Container?) throws {
    let key = FieldKey(field.name)
    switch field.kind {
    case .column(let index):
      let linked = linkedValues[index]
      if let linked, container?.contains(key) != true {
        parts.row[index] = linked
        return
      }
      parts.row[index] = try value(of: table.columns[index], key, in: container)
      if let linked, linked != parts.row[index] {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: self.container, debugDescription: "it differs from that of the related model")
      }
    case .group(let tree, let structure):
      let isOptional = structure?.presenceColumn != nil
      if isOptional, try isMissing(key, in: container) { return }
      var inner: Container?
      if let container, container.contains(key) {
        inner = try container.nestedContainer(keyedBy: FieldKey.self, forKey: key)
      }
      for field in tree.fields { try take(field, from: inner) }
      if let presence = structure?.presenceColumn, parts.row[presence] == .null {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: self.container,
          debugDescription: "'\(table.columns[presence].path.joined(separator: "."))' is missing")
      }
    case .relation: break
    }
  }

  private func isMissing(_ key: FieldKey, in container: Container?) throws -> Bool {
    guard let container, container.contains(key) else { return true }
    return try container.decodeNil(forKey: key)
  }

  private func value(of column: ColumnDescription, _ key: FieldKey, in container: Container?) throws -> StoredValue {
    guard let container, container.contains(key) else {
      do {
        return try column.valueWhenAbsent(path: [])
      } catch {
        throw DecodingError.keyNotFound(
          key, DecodingError.Context(codingPath: self.container.codingPath, debugDescription: error.expected))
      }
    }
    if column.isNullable, try container.decodeNil(forKey: key) { return .null }
    return try container.decode(CodedColumn.self, forKey: key, configuration: column).value
  }

  private mutating func takeToOne(_ relation: RelationDescription, _ index: Int) throws {
    let key = FieldKey(relation.name)
    let keyField = table.keyField(of: relation)
    var isKeyGiven = false
    if let keyField, try !isMissing(FieldKey(keyField.name), in: container) {
      try take(keyField, from: container)
      isKeyGiven = true
    }
    if try isMissing(key, in: container) {
      guard case .required = relation.kind, !isKeyGiven else { return }
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: container.codingPath, debugDescription: "or its key is missing"))
    }
    let target = try model(relation.target(), key)
    let values = target.keyValues
    if isKeyGiven, values != relation.columns.map({ parts.row[$0] }) {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "its key and '\(keyField?.name ?? relation.keyName)' differ")
    }
    for (column, value) in zip(relation.columns, values) { parts.row[column] = value }
    parts.relations.set(index, to: target)
  }

  private func model<Target: PersistableModel>(
    _ type: Target.Type, _ key: FieldKey
  ) throws -> any PersistableModel {
    try container.decode(type, forKey: key)
  }

  private func list<Target: PersistableModel>(
    of type: Target.Type, _ key: FieldKey
  ) throws -> [any PersistableModel] {
    try container.decode([Target].self, forKey: key)
  }
}

/// The value of one column, decoded by its type.
private struct CodedColumn: DecodableWithConfiguration {
  let value: StoredValue

  init(from decoder: any Decoder, configuration column: ColumnDescription) throws {
    let given = try InputValue(from: decoder, of: column)
    do {
      value = try column.convert(given, path: [])
    } catch {
      let found = error.reason == .missing ? "" : ", found \(error.found)"
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "expected \(error.expected)\(found)"))
    }
  }
}

extension InputValue {
  /// Decodes the column's value. A decoder's own error may lack the path and contain the value.
  fileprivate init(from decoder: any Decoder, of column: ColumnDescription) throws {
    do {
      try self.init(from: decoder, as: column.type)
    } catch let error as DecodingError where error.pathLength > decoder.codingPath.count {
      throw error
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "expected \(column.expectation)",
          underlyingError: column.isSensitive ? nil : error))
    }
  }

  private init(from decoder: any Decoder, as type: ColumnType) throws {
    if case .list(let element) = type {
      var container = try decoder.unkeyedContainer()
      var elements: [Any] = []
      while !container.isAtEnd {
        let column = ColumnDescription("", [], element)
        elements.append(try container.decode(CodedElement.self, configuration: column).value)
      }
      self = .list(elements)
      return
    }
    let container = try decoder.singleValueContainer()
    self =
      switch type {
      case .scalar(let scalar), .integerEnum(_, let scalar, _): try scalar.decode(container)
      case .stringEnum: try Scalar.string.decode(container)
      case .list: .null
      }
  }
}

/// One element of a list.
private struct CodedElement: DecodableWithConfiguration {
  let value: Any

  init(from decoder: any Decoder, configuration column: ColumnDescription) throws {
    value = try InputValue(from: decoder, of: column)
  }
}

extension DecodingError {
  /// The depth at which the value could not be decoded.
  fileprivate var pathLength: Int {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.count
    @unknown default: 0
    }
  }
}
