import IgataSchema
import IgataTables

extension SwiftDataScope {
  /// The default value of a field as an expression, or `nil` if a value is required.
  func defaultExpression(_ field: Field) -> String? {
    switch field.kind {
    case .value(let type, let isOptional):
      field.defaultValue.flatMap { expression($0, of: type) } ?? (isOptional ? "nil" : nil)
    case .list(let type):
      switch field.defaultValue {
      case .list(let elements): "[\(elements.compactMap { expression($0, of: type) }.joined(separator: ", "))]"
      default: nil
      }
    case .embedded(let index, let isOptional):
      field.defaultValue == .construct ? scope.structValue(index) + "()" : isOptional ? "nil" : nil
    case .toOne(_, .required, _): nil
    case .toOne: "nil"
    case .inverse(_, _, isSingle: true): "nil"
    case .inverse, .ordered: "[]"
    }
  }

  func ownExpression(_ value: DefaultValue, of scalar: Scalar) -> String? {
    switch (value, scalar.number) {
    case (.integer(let value), .decimal): "\(scope.typeNames.portable(scalar))(\(SwiftLiteral.integer(value)))"
    case (.decimal(let text), .decimal): "SwiftDataDefaults.decimal(\(SwiftLiteral.string(text)))"
    case (.string(let text), _) where scalar == .url: "SwiftDataDefaults.url(\(SwiftLiteral.string(text)))"
    case (.uuid, _) where scalar == .string: scope.typeNames.scalar(.uuid) + "().uuidString.lowercased()"
    case (.uuid7, _) where scalar == .string: "SwiftDataDefaults.uuid7().uuidString.lowercased()"
    case (.uuid, _), (.now, _): scope.typeNames.portable(scalar) + "()"
    case (.uuid7, _): "SwiftDataDefaults.uuid7()"
    case (.cuid, _): "SwiftDataDefaults.cuid()"
    case (.ulid, _): "SwiftDataDefaults.ulid()"
    // No store generates the value of `autoincrement`, so the caller has to provide it.
    default: nil
    }
  }
}
