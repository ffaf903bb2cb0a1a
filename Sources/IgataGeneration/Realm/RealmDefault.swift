import IgataSchema

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

  private func expression(_ value: DefaultValue, of type: ValueType) -> String? {
    if case .enumCase(let number) = value, case .enumeration(let index) = type {
      guard schema.enums[index].cases.indices.contains(number) else { return nil }
      return "\(scope.value(type)).\(SwiftIdentifier.caseValue(number, of: schema.enums[index]))"
    }
    guard let base = scope.base(of: type) else { return nil }
    switch (value, base.number) {
    case (_, .fixed):
      return FixedPointText.units(value, scale: base.scale).map {
        "\(self.value(type))(savedValue: \(SwiftLiteral.integer($0)))"
      }
    case (.boolean(let value), _): return value ? "true" : "false"
    case (.integer(let value), .decimal):
      return "\(realm("Decimal128"))(integerLiteral: \(SwiftLiteral.integer(value)))"
    case (.decimal(let text), .decimal): return "\(realm("Decimal128"))(stringLiteral: \(SwiftLiteral.string(text)))"
    case (.integer(let value), _): return SwiftLiteral.integer(value)
    case (.decimal(let text), _): return text
    case (.string(let text), _), (.json(let text), _): return SwiftLiteral.string(text)
    case (.uuid, _) where base == .string: return "RealmKeys.uuidText()"
    case (.uuid7, _) where base == .string: return "RealmKeys.uuid7Text()"
    case (.uuid, _): return scope.typeNames.scalar(.uuid) + "()"
    case (.uuid7, _): return "RealmKeys.uuid7()"
    case (.now, _): return scope.typeNames.scalar(.date) + "()"
    case (.autoincrement, _): return "0"
    default: return nil
    }
  }
}
