internal import Foundation
internal import IgataTables

/// Sets the parts of one model from a dictionary.
struct DictionaryInput {
  /// The maximum nesting depth of dictionaries of related models, for which the smallest stack of a thread is
  /// sufficient.
  static let depthLimit = 32

  let table: TableDescription
  let unknownKeys: UnknownKeys
  /// The path of the dictionary, from the outermost model on.
  let path: [String]
  let depth: Int
  /// Whether the model is new, so that missing fields get their defaults.
  let isNew: Bool
  var parts: ModelParts
  /// What the given targets of linked relations determine.
  var linkedValues = LinkedValues()

  /// - Parameter parts: The parts of the model to change; `nil` to create a new one.
  init(
    _ table: TableDescription, unknownKeys: UnknownKeys, path: [String], depth: Int, changing parts: ModelParts? = nil
  ) {
    self.init(
      table, unknownKeys: unknownKeys, path: path, depth: depth, isNew: parts == nil,
      parts: parts ?? ModelParts(row: Array(repeating: .null, count: table.columns.count)))
  }

  private init(
    _ table: TableDescription, unknownKeys: UnknownKeys, path: [String], depth: Int, isNew: Bool, parts: ModelParts
  ) {
    self.table = table
    self.unknownKeys = unknownKeys
    self.path = path
    self.depth = depth
    self.isNew = isNew
    self.parts = parts
  }

  mutating func take(_ dictionary: [String: Any]) throws(ConversionError) {
    guard depth < Self.depthLimit else {
      throw ConversionError(
        path: path, reason: .tooDeep(limit: Self.depthLimit), expected: "a dictionary", found: "a dictionary")
    }
    try refuseUnknownKeys(of: dictionary, table.fieldTree, path)
    let keyFields = Set(table.relations.compactMap { table.keyField(of: $0)?.name })
    let before = parts.row
    for (index, relation) in table.relations.enumerated() where relation.isLinked {
      try takeLinked(relation, index, from: dictionary)
    }
    for field in table.fieldTree.fields where !keyFields.contains(field.name) {
      try take(field, from: dictionary, path, isNew: isNew)
    }
    forgetLinked(from: dictionary, changedFrom: before)
    for (index, relation) in table.relations.enumerated() { try take(relation, index, from: dictionary) }
  }

  /// The model. Throws if a column has an invalid value.
  func model<Model: PersistableModel>(_ type: Model.Type = Model.self) throws(ConversionError) -> Model {
    let (model, fault) = parts.model(type)
    if let fault { throw error(of: fault) }
    return model
  }

  private func error(of fault: RowFault) -> ConversionError {
    guard table.columns.indices.contains(fault.column) else {
      return ConversionError(path: path, reason: .malformed, expected: "a \(table.model)", found: "a dictionary")
    }
    let column = table.columns[fault.column]
    let reason: ConversionError.Reason =
      switch fault.reason {
      case .missing: .missing
      case .wrongType: .wrongType
      case .outOfRange: .outOfRange
      case .unknownCase: .unknownCase
      case .constraint(let rule): .constraint(rule)
      case .malformed, .unstorable, .backend: .malformed
      }
    return ConversionError(
      path: path + column.path, reason: reason, expected: column.expectation,
      found: parts.row[fault.column] == .null ? "nothing" : parts.row[fault.column].kindName)
  }
}

// Columns and structs.
extension DictionaryInput {
  /// `isNew`: whether the model or the struct that contains the field is new.
  private mutating func take(
    _ field: FieldTree.Field, from dictionary: [String: Any], _ path: [String], isNew: Bool
  ) throws(ConversionError) {
    let given = dictionary[field.name].map { InputValue($0) }
    switch field.kind {
    case .column(let column):
      if let given {
        parts.row[column] = try table.columns[column].convert(given, path: path + [field.name])
        try checkLinked(column, path + [field.name])
      } else if let value = linkedValues[column] {
        parts.row[column] = value
      } else if isNew {
        parts.row[column] = try table.columns[column].valueWhenAbsent(path: path + [field.name])
      }
    case .group(let tree, let structure):
      try take(tree, structure, given, path + [field.name], isNew: isNew)
    case .relation: break
    }
  }

  private mutating func take(
    _ tree: FieldTree, _ structure: StructDescription?, _ given: InputValue?, _ path: [String], isNew: Bool
  ) throws(ConversionError) {
    let presence = structure?.presenceColumn
    switch given {
    case .dictionary(let dictionary):
      try refuseUnknownKeys(of: dictionary, tree, path)
      let isAbsent = presence.map { parts.row[$0] == .null } ?? false
      for field in tree.fields { try take(field, from: dictionary, path, isNew: isNew || isAbsent) }
      // Without its required field the struct would be `nil`, and the given values would be lost.
      if let presence, parts.row[presence] == .null {
        throw table.columns[presence].missing(path: self.path + table.columns[presence].path)
      }
    case .structure(let value):
      let values = value.columnValues
      guard let structure, values.count == structure.columnCount else { throw wrongType(given, path) }
      parts.row.replaceSubrange(structure.column..<structure.column + values.count, with: values)
    case .null?:
      guard presence != nil else { throw wrongType(given, path) }
      for column in tree.columns { parts.row[column] = .null }
    case nil:
      guard isNew, presence == nil else { return }
      for field in tree.fields { try take(field, from: [:], path, isNew: true) }
    default: throw wrongType(given, path)
    }
  }

  private func wrongType(_ given: InputValue?, _ path: [String]) -> ConversionError {
    ConversionError(
      path: path, reason: .wrongType, expected: "a dictionary", found: given?.words(showingValue: false) ?? "nothing")
  }

  func refuseUnknownKeys(of dictionary: [String: Any], _ tree: FieldTree, _ path: [String]) throws(ConversionError) {
    guard unknownKeys == .reject else { return }
    let unknown = dictionary.keys.filter { tree[$0] == nil }
    guard let key = unknown.min(by: { $0.comparedByBytes(to: $1) == .orderedAscending }) else { return }
    let nearest = nearestName(to: key, among: tree.fields.map(\.name))
    throw ConversionError(
      path: path + [key], reason: .unknownKey(nearest: nearest), expected: "one of the fields of \(table.model)",
      found: "'\(key)'")
  }
}

extension PersistableStruct {
  /// The values of its columns.
  var columnValues: [StoredValue] {
    let sink = ValueRowSink(columnCount: Self._columnCount)
    sink.write { write(to: &$0, at: 0) }
    return sink.unfinishedRow
  }
}

extension ColumnDescription {
  func convert(_ given: InputValue, path: [String]) throws(ConversionError) -> StoredValue {
    func failure(_ reason: ConversionError.Reason) -> ConversionError {
      ConversionError(
        path: path, reason: reason, expected: expectation, found: given.words(showingValue: !isSensitive))
    }
    if given.isNull {
      guard isNullable else { throw failure(.wrongType) }
      return .null
    }
    let value: StoredValue
    do {
      value = try type.convert(given)
    } catch {
      throw failure(error.reason)
    }
    if let rule = constraints.brokenRule(by: value, scale: type.scale) { throw failure(.constraint(rule)) }
    return value
  }

  /// The default. Throws if the field has none and is required.
  func valueWhenAbsent(path: [String]) throws(ConversionError) -> StoredValue {
    switch defaultValue {
    case .value(let literal): return StoredValue(literal)
    case .uuid: return UUID().keyValue(type)
    case .uuid7: return UUID.v7().keyValue(type)
    case .cuid: return .text(.cuid())
    case .ulid: return .text(.ulid())
    case .now: return Date.wholeMicrosecond()._storedValue
    case .autoincrement: return .integer(0)
    case .construct, .sql, .computed: return .null
    case nil: break
    }
    if isNullable { return .null }
    throw missing(path: path)
  }

  /// Whether output has to contain `nil`, because the field would otherwise get its default when it is read.
  var writesNil: Bool {
    guard isNullable else { return false }
    return switch defaultValue {
    case .value(let literal): StoredValue(literal) != .null
    case .uuid, .uuid7, .cuid, .ulid, .now, .autoincrement: true
    case .construct, .sql, .computed, nil: false
    }
  }

  func missing(path: [String]) -> ConversionError {
    ConversionError(path: path, reason: .missing, expected: type.expectation, found: "nothing")
  }
}
