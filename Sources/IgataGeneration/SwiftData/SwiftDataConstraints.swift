import IgataSchema

/// The uniqueness constraints and indexes that SwiftData supports.
extension SwiftDataScope {
  /// Whether a field is a single value of a type that SwiftData can compare.
  private func isComparable(_ field: Field) -> Bool {
    guard !field.isImplied, case .value(let type, _) = field.kind, let base = scope.base(of: type) else { return false }
    switch base {
    case .fixed, .currency, .data: return false
    default: return true
    }
  }

  private func fields(of columns: [Int], in model: Model) -> [Int]? {
    let fields = columns.map { model.columns[$0].field }
    guard columns.allSatisfy({ model.columns[$0].path.isEmpty }),
      fields.allSatisfy({ isComparable(model.fields[$0]) })
    else { return nil }
    return fields
  }

  /// Whether a single field is the key of the model.
  func isKey(_ field: Int, of model: Model) -> Bool {
    fields(of: model.primaryKey, in: model) == [field]
  }

  /// Whether a constraint is about these fields, and SwiftData supports it.
  func isPlain(_ constraint: Constraint, of model: Model, _ wanted: [Int]) -> Bool {
    constraint.isPlain && fields(of: constraint.parts.map(\.column), in: model) == wanted
  }

  /// Whether SwiftData supports a constraint.
  func isHeld(_ constraint: Constraint, of model: Model) -> Bool {
    constraint.isPlain && fields(of: constraint.parts.map(\.column), in: model) != nil
  }

  func isKeyHeld(of model: Model) -> Bool { fields(of: model.primaryKey, in: model) != nil }

  /// Combinations of fields that are unique. Single unique fields have an attribute instead.
  func uniques(of model: Model) -> [[Int]] {
    let key = model.primaryKey.count > 1 ? fields(of: model.primaryKey, in: model) : nil
    let others = model.uniques.filter { $0.parts.count > 1 && isHeld($0, of: model) }
    return [key].compactMap { $0 } + others.compactMap { fields(of: $0.parts.map(\.column), in: model) }
  }

  func indexes(of model: Model) -> [[Int]] {
    model.indexes.filter(\.isPlain).compactMap { fields(of: $0.parts.map(\.column), in: model) }
  }
}
