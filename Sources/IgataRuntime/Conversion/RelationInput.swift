internal import Foundation

// Relations.
extension DictionaryInput {
  mutating func take(
    _ relation: RelationDescription, _ index: Int, from dictionary: [String: Any]
  ) throws(ConversionError) {
    let given = dictionary[relation.name].map { InputValue($0) }
    switch relation.kind {
    case .inverse:
      guard given != nil, unknownKeys == .reject else { return }
      throw error(
        relation, .notAccepted("it is kept on the other side, by \(relation.target()), and is none of its columns"))
    case .ordered:
      if let given { parts.relations.set(index, to: try list(of: relation, given)) }
    case .required, .optional, .wrapper:
      if relation.isLinked { return }
      try takeToOne(relation, index, given, from: dictionary)
    }
  }

  private mutating func takeToOne(
    _ relation: RelationDescription, _ index: Int, _ given: InputValue?, from dictionary: [String: Any]
  ) throws(ConversionError) {
    let isKeyGiven = try takeKey(of: relation, index, from: dictionary)
    if let given {
      let target = try target(of: relation, index, given, keyGiven: isKeyGiven)
      try put(target, relation, index, keyGiven: isKeyGiven)
    } else if isNew, !isKeyGiven, !isNullable(relation) {
      throw error(relation, .missing, found: "nothing")
    }
  }

  /// Takes the target of a relation by the columns of other fields, which is taken before them.
  mutating func takeLinked(
    _ relation: RelationDescription, _ index: Int, from dictionary: [String: Any]
  ) throws(ConversionError) {
    guard let given = dictionary[relation.name].map({ InputValue($0) }) else { return }
    let target = try target(of: relation, index, given, keyGiven: false)
    linkedValues.add(relation, target, in: table)
    parts.relations.set(index, to: target)
  }

  /// Throws if the given value of a column isn't that of the given target.
  func checkLinked(_ column: Int, _ path: [String]) throws(ConversionError) {
    guard let value = linkedValues[column], value != parts.row[column],
      let relation = table.relations.first(where: { $0.isLinked && $0.columns.contains(column) })
    else { return }
    throw ConversionError(
      path: path, reason: .disagreement(with: relation.name), expected: "the value that '\(relation.name)' has",
      found: "another value")
  }

  /// Forgets the targets that were loaded for other values of the columns.
  mutating func forgetLinked(from dictionary: [String: Any], changedFrom row: [StoredValue]) {
    for (index, relation) in table.relations.enumerated()
    where relation.isLinked && dictionary[relation.name] == nil
      && relation.columns.contains(where: { row[$0] != parts.row[$0] })
    {
      parts.relations.set(index, to: nil)
    }
  }

  /// Sets the target of the relation. Throws if the given key is that of another row.
  private mutating func put(
    _ target: (any PersistableModel)?, _ relation: RelationDescription, _ index: Int, keyGiven: Bool
  ) throws(ConversionError) {
    let key = target?.keyValues ?? relation.columns.map { _ in .null }
    if keyGiven, key != relation.columns.map({ parts.row[$0] }) {
      let other = table.keyField(of: relation)?.name ?? relation.keyName
      throw error(
        relation, .disagreement(with: other), expected: "a row with the same key",
        found: target.map { "a \(type(of: $0)) of another key" } ?? "null")
    }
    for (column, value) in zip(relation.columns, key) { parts.row[column] = value }
    parts.relations.set(index, to: target)
  }

  /// Returns whether the dictionary has the key.
  private mutating func takeKey(
    of relation: RelationDescription, _ index: Int, from dictionary: [String: Any]
  ) throws(ConversionError) -> Bool {
    guard let field = table.keyField(of: relation), let given = dictionary[field.name].map({ InputValue($0) }) else {
      return false
    }
    try takeKey(given, field, of: relation)
    parts.relations.set(index, to: nil)
    return true
  }

  private mutating func takeKey(
    _ given: InputValue, _ field: FieldTree.Field, of relation: RelationDescription
  ) throws(ConversionError) {
    if given.isNull {
      guard isNullable(relation) else { throw error(relation, .wrongType, found: "null") }
      for column in relation.columns { parts.row[column] = .null }
      return
    }
    switch field.kind {
    case .column(let column):
      parts.row[column] = try table.columns[column].convert(given, path: path + [field.name])
    case .group(let tree, _):
      guard case .dictionary(let dictionary) = given else {
        throw ConversionError(
          path: path + [field.name], reason: .wrongType, expected: "a dictionary of the key's parts",
          found: given.words(showingValue: false))
      }
      try refuseUnknownKeys(of: dictionary, tree, path + [field.name])
      for column in relation.columns {
        guard let value = Self.value(at: table.columns[column].path.dropFirst(), in: dictionary) else {
          throw ConversionError(
            path: path + table.columns[column].path, reason: .missing, expected: table.columns[column].expectation,
            found: "nothing")
        }
        parts.row[column] = try table.columns[column].convert(value, path: path + table.columns[column].path)
      }
    case .relation: break
    }
  }

  private static func value(at path: ArraySlice<String>, in dictionary: [String: Any]) -> InputValue? {
    guard let name = path.first, let value = dictionary[name].map({ InputValue($0) }) else { return nil }
    guard path.count > 1 else { return value }
    guard case .dictionary(let inner) = value else { return nil }
    return Self.value(at: path.dropFirst(), in: inner)
  }

  private func isNullable(_ relation: RelationDescription) -> Bool {
    if case .required = relation.kind { false } else { true }
  }

  /// The model for a to-one relation; `nil` if the dictionary contains null.
  private func target(
    of relation: RelationDescription, _ index: Int, _ given: InputValue, keyGiven: Bool
  ) throws(ConversionError) -> (any PersistableModel)? {
    let type = relation.target()
    switch given {
    case .null:
      guard isNullable(relation) else { throw error(relation, .wrongType, found: "null") }
      return nil
    case .model(let model):
      guard Swift.type(of: model) == type else {
        throw error(relation, .wrongType, found: given.words(showingValue: false))
      }
      return model
    case .dictionary(var dictionary):
      guard case .wrapper = relation.kind else { return try related(type, relation.name, dictionary) }
      // An owned model is changed if it exists, and otherwise created with its derived key.
      if let owned = parts.relations.targets[index], !keyGiven, isKey(of: owned, in: dictionary) {
        return try changed(owned, relation.name, dictionary)
      }
      if let name = type.table.simpleKeyName, dictionary[name] == nil {
        dictionary[name] = ownedKey(of: relation)
      }
      return try related(type, relation.name, dictionary)
    default: throw error(relation, .wrongType, found: given.words(showingValue: false))
    }
  }

  /// Whether the dictionary refers to the existing model: it contains no key, or the model's own.
  private func isKey(of model: any PersistableModel, in dictionary: [String: Any]) -> Bool {
    let table = type(of: model).table
    for (column, value) in zip(table.primaryKey, model.keyValues) {
      guard let given = Self.value(at: table.columns[column].path[...], in: dictionary) else { continue }
      guard let key = try? table.columns[column].type.convert(given), key == value else { return false }
    }
    return true
  }

  /// The key with which the accessor would create the owned model; `nil` if the key isn't derived.
  private func ownedKey(of relation: RelationDescription) -> Any? {
    let known = relation.columns.map { parts.row[$0] }
    let key = known == [.null] ? table.derivedKey(of: relation, in: parts.row) : known.first
    switch key {
    case .uuid(let uuid): return uuid
    case .text(let text): return text
    default: return nil
    }
  }

  private func related<Target: PersistableModel>(
    _ type: Target.Type, _ name: String, _ dictionary: [String: Any]
  ) throws(ConversionError) -> any PersistableModel {
    var input = DictionaryInput(type.table, unknownKeys: unknownKeys, path: path + [name], depth: depth + 1)
    try input.take(dictionary)
    return try input.model(type)
  }

  private func changed<Target: PersistableModel>(
    _ model: Target, _ name: String, _ dictionary: [String: Any]
  ) throws(ConversionError) -> any PersistableModel {
    var input = DictionaryInput(
      Target.table, unknownKeys: unknownKeys, path: path + [name], depth: depth + 1, changing: ModelParts(model))
    try input.take(dictionary)
    return try input.model(Target.self)
  }

  private func list(
    of relation: RelationDescription, _ given: InputValue
  ) throws(ConversionError) -> [any PersistableModel] {
    guard case .list(let elements) = given else {
      throw error(relation, .wrongType, found: given.words(showingValue: false))
    }
    let type = relation.target()
    var models: [any PersistableModel] = []
    for (position, element) in elements.enumerated() {
      let name = "\(relation.name)[\(position)]"
      let given = InputValue(element)
      switch given {
      case .dictionary(let dictionary): models.append(try related(type, name, dictionary))
      case .model(let model) where Swift.type(of: model) == type: models.append(model)
      case .null, .model, .list, .structure: throw error(relation, .wrongType, name, given)
      default:
        // A model that consists only of its key can be given as that key.
        guard let key = type.table.simpleKeyName, type.table.columns.count == 1 else {
          throw error(relation, .wrongType, name, given)
        }
        models.append(try related(type, name, [key: element]))
      }
    }
    return models
  }

  private func error(
    _ relation: RelationDescription, _ reason: ConversionError.Reason, _ name: String, _ given: InputValue
  ) -> ConversionError {
    ConversionError(
      path: path + [name], reason: reason, expected: "a \(relation.target()), or a dictionary of one",
      found: given.words(showingValue: false))
  }

  private func error(
    _ relation: RelationDescription, _ reason: ConversionError.Reason, expected: String? = nil,
    found: String = "a value"
  ) -> ConversionError {
    ConversionError(
      path: path + [relation.name], reason: reason, expected: expected ?? relation.expectation, found: found)
  }
}

extension RelationDescription {
  fileprivate var expectation: String {
    let model = target()
    return switch kind {
    case .required where isLinked, .optional where isLinked: "a \(model), or a dictionary of one"
    case .required: "a \(model), a dictionary of one, or its key as '\(keyName)'"
    case .optional: "a \(model), a dictionary of one, its key as '\(keyName)', or nothing"
    case .wrapper: "a \(model), a dictionary of one, or nothing"
    case .ordered, .inverse: "an array of \(model), or of dictionaries"
    }
  }
}
