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

  private func expression(_ value: DefaultValue, of type: ValueType) -> String? {
    if case .enumCase(let number) = value, case .enumeration(let index) = type {
      guard schema.enums[index].cases.indices.contains(number) else { return nil }
      return "\(scope.value(type)).\(SwiftIdentifier.caseValue(number, of: schema.enums[index]))"
    }
    guard let base = scope.base(of: type) else { return nil }
    switch (value, base.number) {
    case (_, .fixed):
      return FixedPointText.units(value, scale: base.scale).map {
        "\(scope.value(type))(savedValue: \(SwiftLiteral.integer($0)))"
      }
    case (.boolean(let value), _): return value ? "true" : "false"
    case (.integer(let value), .decimal): return "\(scope.typeNames.portable(base))(\(SwiftLiteral.integer(value)))"
    case (.decimal(let text), .decimal): return "SwiftDataDefaults.decimal(\(SwiftLiteral.string(text)))"
    case (.integer(let value), _): return SwiftLiteral.integer(value)
    case (.decimal(let text), _): return text
    case (.string(let text), _) where base == .url: return "SwiftDataDefaults.url(\(SwiftLiteral.string(text)))"
    case (.string(let text), _), (.json(let text), _): return SwiftLiteral.string(text)
    case (.uuid, _) where base == .string: return scope.typeNames.scalar(.uuid) + "().uuidString.lowercased()"
    case (.uuid7, _) where base == .string: return "SwiftDataDefaults.uuid7().uuidString.lowercased()"
    case (.uuid, _): return scope.typeNames.portable(base) + "()"
    case (.uuid7, _): return "SwiftDataDefaults.uuid7()"
    case (.now, _): return scope.typeNames.portable(base) + "()"
    // No store generates this value, so the caller has to provide it.
    case (.autoincrement, _): return nil
    default: return nil
    }
  }
}
