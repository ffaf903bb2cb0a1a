import IgataSchema
import IgataTables

extension RealmScope {
  /// The default value of a field as an expression of the type that users see, or `nil` if there is none.
  func defaultExpression(_ field: Field) -> String? {
    switch field.kind {
    case .value(let type, _): field.defaultValue.flatMap { expression($0, of: type) }
    case .list(let type):
      switch field.defaultValue {
      case .list(let elements) where !elements.isEmpty:
        "RealmFields.list([\(elements.compactMap { expression($0, of: type) }.joined(separator: ", "))])"
      default: nil
      }
    case .embedded(let index, _): scope.structValue(index) + "()"
    case .toOne(let target, .wrapper, _): scope.modelValue(target) + "()"
    case .toOne, .inverse, .ordered: nil
    }
  }

  func ownExpression(_ value: DefaultValue, of scalar: Scalar) -> String? {
    switch (value, scalar.number) {
    case (.integer(let value), .decimal):
      "\(realm("Decimal128"))(integerLiteral: \(SwiftLiteral.integer(value)))"
    case (.decimal(let text), .decimal): "\(realm("Decimal128"))(stringLiteral: \(SwiftLiteral.string(text)))"
    case (.uuid, _): scalar == .string ? "RealmKeys.uuidText()" : scope.typeNames.scalar(.uuid) + "()"
    case (.uuid7, _): scalar == .string ? "RealmKeys.uuid7Text()" : "RealmKeys.uuid7()"
    case (.cuid, _): "RealmKeys.cuid()"
    case (.ulid, _): "RealmKeys.ulid()"
    case (.now, _): scope.typeNames.scalar(.date) + "()"
    case (.autoincrement, _): "0"
    default: nil
    }
  }
}
