import IgataSchema

/// A field of a model or a struct, as its Swift property.
struct SwiftProperty {
  enum Form {
    /// A stored property.
    case stored
    /// A computed property over a private one, so that generated code may use it although it is deprecated.
    case deprecated
    case required(target: Int)
    case optional(target: Int)
    case wrapper(target: Int)
    case ordered(target: Int)
    case embedded(struct: Int, isOptional: Bool)
  }

  let field: Field
  let form: Form
  /// The name as it is declared, in backticks where Swift wants them.
  let name: String
  /// The property that holds the value; ``name`` where that is the property itself.
  let storage: String
  /// The type, with its `?` or brackets.
  let type: String
  /// The first of its columns in the table, or in the struct.
  let column: Int
  /// Whether it can be set only by the store.
  let isAssignedByStore: Bool

  /// The property as generated members of the type refer to it, which have parameters of their own.
  var own: String { Self.parameters.contains(storage) ? "self." + storage : storage }

  /// Names that the parameters and variables of generated members have.
  static let parameters: NameSet = ["row", "column", "left", "right", "visitor", "now", "generatedKey"]
}

extension GenerationScope {
  /// The properties of a model or a struct, without the to-many relations that are kept at the other end.
  ///
  /// - Parameter givesUpID: whether `id` is the name of something else, so that a field of this name gets another.
  func properties(of fields: [Field], givesUpID: Bool, firstColumn: (Int) -> Int) -> [SwiftProperty] {
    let names = Set(fields.map(\.name))
    return fields.indices.compactMap { index in
      let field = fields[index]
      let name = givesUpID && field.name == "id" ? "id_" : SwiftIdentifier.property(field.name)
      let hidden = SwiftIdentifier.free("_" + field.name, among: names)
      func make(_ form: SwiftProperty.Form, _ storage: String, _ type: String) -> SwiftProperty {
        SwiftProperty(
          field: field, form: form, name: name, storage: storage, type: type, column: firstColumn(index),
          isAssignedByStore: field.defaultValue == .autoincrement)
      }
      switch field.kind {
      case .value(let type, let isOptional):
        let isHidden = field.deprecation != nil
        return make(
          isHidden ? .deprecated : .stored, isHidden ? hidden : name, self.type(type) + (isOptional ? "?" : ""))
      case .list(let type):
        let isHidden = field.deprecation != nil
        return make(isHidden ? .deprecated : .stored, isHidden ? hidden : name, "[\(self.type(type))]")
      case .embedded(let target, let isOptional):
        return make(
          .embedded(struct: target, isOptional: isOptional), name, structType(target) + (isOptional ? "?" : ""))
      case .toOne(let target, .required, _): return make(.required(target: target), hidden, modelType(target))
      case .toOne(let target, .optional, _): return make(.optional(target: target), hidden, modelType(target) + "?")
      case .toOne(let target, .wrapper, _): return make(.wrapper(target: target), hidden, modelType(target))
      case .ordered(let target): return make(.ordered(target: target), hidden, "[\(modelType(target))]")
      case .toMany: return nil
      }
    }
  }

  /// How many columns a struct takes in its owner's table.
  func columnCount(ofStruct index: Int) -> Int {
    schema.structs[index].fields.reduce(0) { count, field in
      if case .embedded(let inner, _) = field.kind { return count + columnCount(ofStruct: inner) }
      return count + 1
    }
  }
}

// MARK: Coding

extension SwiftProperty {
  /// What makes the property from a row: `row.string(1)`.
  func reading(at column: String, relation: Int?, presence: String?) -> String {
    switch form {
    case .required: "row.reference(\(column), relation: \(relation ?? 0))"
    case .optional, .wrapper: "row.optionalReference(\(column), relation: \(relation ?? 0))"
    case .ordered: "row.list(relation: \(relation ?? 0), owner: Self.table)"
    case .embedded(_, let isOptional):
      isOptional ? "row.embedded(\(column), presence: \(presence ?? column))" : "row.embedded(\(column))"
    case .stored, .deprecated: "row.\(method)(\(column))"
    }
  }

  /// What writes the property to a row; nothing for a list that has a table of its own.
  func writing(at column: String) -> String? {
    switch form {
    case .required, .optional, .wrapper: "row.reference(\(column), \(own))"
    case .ordered: nil
    case .embedded: "row.embedded(\(column), \(own))"
    case .stored, .deprecated: "row.\(method)(\(column), \(own))"
    }
  }

  /// What compares the property of `left` and `right`.
  var comparison: String {
    if case .optional = form { return "left.\(storage)?.key == right.\(storage)?.key" }
    return "left.\(storage) == right.\(storage)"
  }

  /// The reader's and writer's method: one of their own for the commonest scalars, as that compiles fastest.
  private var method: String {
    guard case .value(.scalar(let scalar), isOptional: false) = field.kind else { return "value" }
    switch scalar {
    case .bool: return "bool"
    case .int64: return "int64"
    case .double: return "double"
    case .string: return "string"
    case .uuid: return "uuid"
    case .date: return "date"
    default: return "value"
    }
  }
}
