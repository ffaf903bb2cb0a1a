extension Schema {
  /// The type's name in the syntax of the schema language.
  public func name(of type: ValueType) -> String {
    switch type {
    case .scalar(let scalar): scalar.text
    case .enumeration(let index): enums[index].name
    case .newtype(let index): newtypes[index].name
    }
  }

  /// The type of a field in the syntax of the schema language, including the `?` of an optional.
  package func typeName(of field: Field) -> String {
    switch field.kind {
    case .value(let type, let isOptional): name(of: type) + (isOptional ? "?" : "")
    case .list(let type): "[\(name(of: type))]"
    case .embedded(let index, let isOptional): structs[index].name + (isOptional ? "?" : "")
    case .toOne(let index, let kind, _): models[index].name + (kind == .optional ? "?" : "")
    case .inverse(let index, _, isSingle: true): models[index].name + "?"
    case .inverse(let index, _, isSingle: false), .ordered(let index): "[\(models[index].name)]"
    }
  }

  /// The name of a column that a reference refers to; can be `nil` in a schema with errors.
  func columnName(_ column: Int, of model: Int) -> String? {
    models[model].columns.indices.contains(column) ? models[model].columns[column].name : nil
  }
}

extension ToOneKind {
  var name: String {
    switch self {
    case .required: "required"
    case .optional: "optional"
    case .wrapper: "wrapper"
    }
  }
}
