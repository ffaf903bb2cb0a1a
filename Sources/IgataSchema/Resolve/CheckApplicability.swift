import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Reports the attributes that don't apply to a field of this type. `@length`, `@range`, `@pattern` and `@precision`
  /// on a value are checked when they are read.
  mutating func checkApplicability(of field: FieldDraft) {
    guard let shape = field.shape else { return }
    for attribute in field.attributes {
      if let needs = attribute.kind.requirement.flatMap({ need(of: $0, shape, field) }) {
        report(.inapplicableAttribute(attribute, needs: needs, found: describe(shape)))
      }
    }
  }

  /// A description of the requirement, or `nil` if the field meets it.
  private func need(of requirement: AttributeKind.Requirement, _ shape: FieldShape, _ field: FieldDraft) -> String? {
    switch requirement {
    case .unique where canBeUnique(shape): nil
    case .unique:
      if case .list = shape {
        "a list of other values than floating-point numbers and JSON"
      } else {
        "a value, a list of values or a relation to one model"
      }
    case .indexable: isIndexable(shape) ? nil : "a value or a relation to one model"
    case .column: hasColumns(shape) ? nil : "a column"
    case .columns:
      switch shape {
      case .relation, .embedded: nil
      default: "a relation to one model, or a struct"
      }
    case .relation: if case .relation = shape { nil } else { "a relation to one model" }
    case .storedRelation:
      switch shape {
      case .relation, .models: nil
      default: "a relation without '@inverse'"
      }
    case .reference:
      if case .relation = shape, !field.isConstructed { nil } else { "a relation to one model that isn't a wrapper" }
    case .inverse: if case .inverse = shape { nil } else { "a list of models, or an optional one" }
    case .ownedModelList: if case .models = shape { nil } else { "a list of models without '@inverse'" }
    case .number: isValue(shape) ? nil : "a number"
    case .string: isValue(shape) ? nil : "a 'String'"
    case .external: isOfExternalModel(field) ? nil : "a model that is '@external'"
    case .onlyRead where !isOfExternalModel(field): "a model that is '@external'"
    case .onlyRead where field.syntax.defaultValue != nil: "a field without a default"
    case .onlyRead: if case .value(_, isOptional: true) = shape { nil } else { "an optional value" }
    case .decimal: isDecimal(shape) ? nil : "a 'Decimal'"
    case .changingDate:
      if field.syntax.isConstant { "a field that can change, not a 'let'" } else { isDate(shape) ? nil : "a 'Date'" }
    case .changingInteger:
      if field.syntax.isConstant {
        "a field that can change, not a 'let'"
      } else {
        isVersionable(field) ? nil : "an integer that isn't optional"
      }
    }
  }

  private func hasColumns(_ shape: FieldShape) -> Bool {
    switch shape {
    case .value, .list, .embedded, .relation: true
    case .models, .inverse: false
    }
  }

  private func isValue(_ shape: FieldShape) -> Bool {
    switch shape {
    case .value, .list: true
    case .embedded, .relation, .models, .inverse: false
    }
  }

  /// Whether a unique constraint can contain the field. Of lists, only those whose elements are equal wherever their
  /// texts are, as a database without arrays stores a list as text.
  func canBeUnique(_ shape: FieldShape) -> Bool {
    guard case .list(let element) = shape else { return isIndexable(shape) }
    return scalar(of: element)?.hasOneText ?? true
  }

  /// Whether an index can contain the field.
  func isIndexable(_ shape: FieldShape) -> Bool {
    switch shape {
    case .value(let type, _): scalar(of: type) != .json
    case .relation: true
    case .embedded, .list, .models, .inverse: false
    }
  }

  private func isOfExternalModel(_ field: FieldDraft) -> Bool {
    models.contains { $0.attributes.has(.external) && $0.fields.contains { $0 === field } }
  }

  private func isDecimal(_ shape: FieldShape) -> Bool {
    switch shape {
    case .value(.scalar(.decimal), _), .list(.scalar(.decimal)): true
    default: false
    }
  }

  private func isDate(_ shape: FieldShape) -> Bool {
    if case .value(let type, _) = shape { scalar(of: type) == .date } else { false }
  }

  /// Whether `@version` applies to the field.
  func isVersionable(_ field: FieldDraft) -> Bool {
    guard !field.syntax.isConstant, case .value(.scalar(let scalar), isOptional: false)? = field.shape else {
      return false
    }
    return scalar.integerBounds != nil
  }

  /// The scalar of the value; `nil` for an enum.
  func scalar(of type: ValueType) -> Scalar? { schema.scalar(of: type) }

  /// A field's type in words.
  func describe(_ shape: FieldShape) -> String {
    let name =
      switch shape {
      case .value(let type, _): "'\(typeName(type))"
      case .list(let type): "a list of '\(typeName(type))"
      case .embedded(let index, _): "the struct '\(schema.structs[index].name)"
      case .relation(let index, _), .inverse(let index, _, isSingle: true):
        "the model '\(schema.models[index].name)"
      case .models(let index), .inverse(let index, _, isSingle: false):
        "a list of the model '\(schema.models[index].name)"
      }
    return name + (shape.isOptional ? "?'" : "'")
  }

  func typeName(_ type: ValueType) -> String { schema.name(of: type) }
}
