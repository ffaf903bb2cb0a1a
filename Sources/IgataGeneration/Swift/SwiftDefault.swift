import IgataSchema
import IgataTables

extension GenerationScope {
  /// The default value of a field's parameter as a Swift expression, or `nil` if the caller must provide a value.
  func defaultExpression(_ field: Field) -> String? {
    switch field.kind {
    case .value(let type, let isOptional):
      guard let value = field.defaultValue else { return isOptional ? "nil" : nil }
      return expression(value, of: type, isOptional: isOptional)
    case .list(let type):
      guard let value = field.defaultValue else { return nil }
      return expression(value, of: type, isOptional: false)
    case .embedded(let index, let isOptional):
      switch field.defaultValue {
      case .construct: return typeNames.call(schema.structs[index].name) + "()"
      default: return isOptional ? "nil" : nil
      }
    case .toOne(_, .required, _): return nil
    case .toOne(_, .optional, _), .toOne(_, .wrapper, _): return "nil"
    case .ordered: return "[]"
    case .inverse: return nil
    }
  }

  private func expression(_ value: DefaultValue, of type: ValueType, isOptional: Bool) -> String? {
    switch value {
    case .nil, .sql: return "nil"
    case .list(let elements):
      return "[" + elements.compactMap { expression($0, of: type, isOptional: false) }.joined(separator: ", ") + "]"
    default: break
    }
    switch type {
    case .scalar(let scalar):
      return expression(value, of: scalar)
    case .enumeration(let index):
      guard case .enumCase(let number) = value, schema.enums[index].cases.indices.contains(number) else { return nil }
      let name = SwiftIdentifier.caseValue(number, of: schema.enums[index])
      guard isOptional else { return "." + name }
      // The cases of `Optional` are found first.
      let enumeration = schema.enums[index].name
      return typeNames.isHiddenInExpressions(enumeration) ? ".some(.\(name))" : "\(typeNames.type(enumeration)).\(name)"
    case .newtype(let index):
      let newtype = schema.newtypes[index]
      if case .fixed(let scale) = newtype.base { return fixed(value, scale: scale, self.call(type)) }
      return expression(value, of: newtype.base).map { wrapped($0, in: index) }
    }
  }

  private func expression(_ value: DefaultValue, of scalar: Scalar) -> String? {
    switch (value, scalar.number) {
    case (.boolean(let value), _): return value ? "true" : "false"
    case (.integer(let value), .decimal): return "\(self.call(.scalar(scalar)))(\(SwiftLiteral.integer(value)))"
    case (.integer, .fixed), (.decimal, .fixed): return fixed(value, scale: 1000, typeNames.scalarCall(.currency))
    case (.integer(let value), _): return SwiftLiteral.integer(value)
    case (.decimal(let text), .decimal): return "\(self.call(.scalar(scalar)))(_literal: \(SwiftLiteral.string(text)))"
    case (.decimal(let text), _): return text
    case (.string(let text), _) where scalar == .url || scalar == .day:
      return "\(self.call(.scalar(scalar)))(_literal: \(SwiftLiteral.string(text)))"
    case (.string(let text), _): return SwiftLiteral.string(text)
    case (.json("{}"), _): return "[:]"
    case (.json(let text), _) where text == "[]" || text == "true" || text == "false": return text
    case (.json(let text), _): return "\(self.call(.scalar(scalar)))(_literal: \(SwiftLiteral.string(text)))"
    case (.uuid, _) where scalar == .string: return uuidText("()")
    case (.uuid7, _) where scalar == .string: return uuidText(".v7()")
    case (.uuid, _): return "\(typeNames.scalarCall(.uuid))()"
    case (.uuid7, _): return ".v7()"
    case (.cuid, _): return ".cuid()"
    case (.ulid, _): return ".ulid()"
    case (.now, _): return ".wholeMicrosecond()"
    case (.autoincrement, _): return "0"
    case (.enumCase, _), (.list, _), (.nil, _), (.construct, _), (.sql, _): return nil
    }
  }

  /// The text of a UUID, in lowercase as RFC 9562 wants it to be written.
  ///
  /// - Parameter suffix: What makes a UUID, after the name of the type.
  func uuidText(_ suffix: String) -> String {
    let type = typeNames.scalarCall(.uuid)
    if type != ".init" { return "\(type)\(suffix).uuidString.lowercased()" }
    // Where a member hides the name of the type, the type follows from the parameter.
    return ".init(_uuid: \(suffix == "()" ? ".init()" : suffix))"
  }

  /// A literal if the number is within the limits of `FixedPointLiteral`.
  private func fixed(_ value: DefaultValue, scale: Int64, _ call: String) -> String? {
    guard let units = value.units(scale: scale) else { return nil }
    let (whole, rest) = units.quotientAndRemainder(dividingBy: scale)
    if scale <= 1_000_000_000 {
      if rest == 0, Int32(exactly: whole) != nil { return SwiftLiteral.integer(whole) }
      if case .decimal(let text) = value, units.magnitude < 1_000_000_000_000_000 { return text }
    }
    return "\(call)(storedInteger: \(SwiftLiteral.integer(units)))"
  }
}
