import IgataSchema
import IgataTemplateLanguage

extension GenerationScope {
  /// The runtime's `ColumnType` of a column, as an expression.
  func columnType(_ column: Column) -> String {
    switch column.role {
    case .value(let type), .reference(_, _, let type): columnType(type)
    case .list(let type): ".list(\(columnType(type)))"
    }
  }

  private func columnType(_ type: ValueType) -> String {
    switch type {
    case .scalar(let scalar): columnType(scalar)
    case .newtype(let index): columnType(schema.newtypes[index].base)
    case .enumeration(let index): enumColumnTypes[index]
    }
  }

  private func columnType(_ scalar: Scalar) -> String {
    switch scalar {
    case .decimal(let precision?, let scale?): ".decimal(precision: \(precision), scale: \(scale))"
    case .decimal: ".decimal()"
    case .fixed(let scale): ".fixed(scale: \(SwiftLiteral.integer(scale)))"
    case .currency: ".fixed(scale: 1000)"
    case .bool: ".bool"
    case .int16: ".int16"
    case .int32: ".int32"
    case .int64: ".int64"
    case .int: ".int"
    case .float: ".float"
    case .double: ".double"
    case .string: ".string"
    case .data: ".data"
    case .date: ".date"
    case .uuid: ".uuid"
    case .url: ".url"
    case .json: ".json"
    }
  }

  static func columnType(_ enumeration: EnumType) -> String {
    let isOpen = enumeration.cases.contains(where: \.isUnknown) ? ", isOpen: true" : ""
    let values = enumeration.cases.map { enumCase in
      switch enumCase.rawValue {
      case .string(let text): SwiftLiteral.string(text)
      case .integer(let value): SwiftLiteral.integer(value)
      }
    }
    let list = "[" + values.joined(separator: ", ") + "]"
    switch enumeration.rawType {
    case .string: return ".stringEnum(\(list)\(isOpen))"
    case .int16: return ".integerEnum(\(list), width: .int16\(isOpen))"
    case .int32: return ".integerEnum(\(list), width: .int32\(isOpen))"
    case .int64: return ".integerEnum(\(list), width: .int64\(isOpen))"
    case .int: return ".integerEnum(\(list), width: .int\(isOpen))"
    }
  }

  /// Writes the runtime's `ColumnDefault` of a field that is a single column, as an expression.
  ///
  /// - Returns: Whether there is one.
  func writeColumnDefault(_ field: Field, into text: inout TextBuffer) -> Bool {
    guard let value = field.defaultValue else { return false }
    switch value {
    case .nil: return false
    case .uuid: text.append(literal: "default: .uuid")
    case .uuid7: text.append(literal: "default: .uuid7")
    case .now: text.append(literal: "default: .now")
    case .autoincrement: text.append(literal: "default: .autoincrement")
    case .construct: text.append(literal: "default: .construct")
    default:
      guard let type = field.columnType, let stored = storedValue(value, of: type) else { return false }
      text.append(literal: "default: .value(")
      write(stored, into: &text)
      text.append(literal: ")")
    }
    return true
  }

  /// A default as the runtime keeps it.
  private enum StoredDefault {
    case list([StoredDefault])
    case text(String)
    case integer(Int64)
    case bool(Bool)
    case real(String)
    case decimal(Int64)
    case decimalText(String)
  }

  private func write(_ value: StoredDefault, into text: inout TextBuffer) {
    switch value {
    case .list(let elements):
      text.append(literal: ".list([")
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(literal: ", ") }
        write(element, into: &text)
      }
      text.append(literal: "])")
    case .text(let string):
      text.append(literal: ".text(")
      SwiftLiteral.write(string, into: &text)
      text.append(literal: ")")
    case .integer(let number):
      text.append(literal: ".integer(")
      SwiftLiteral.write(number, into: &text)
      text.append(literal: ")")
    case .bool(let value): text.append(value ? ".bool(true)" : ".bool(false)")
    case .real(let number):
      text.append(literal: ".real(")
      text.append(number)
      text.append(literal: ")")
    case .decimal(let number):
      text.append(literal: ".decimal(Decimal(")
      SwiftLiteral.write(number, into: &text)
      text.append(literal: "))")
    case .decimalText(let number):
      text.append(literal: ".decimal(Decimal(_literal: ")
      SwiftLiteral.write(number, into: &text)
      text.append(literal: "))")
    }
  }

  private func storedValue(_ value: DefaultValue, of type: ValueType) -> StoredDefault? {
    if case .list(let elements) = value { return .list(elements.compactMap { storedValue($0, of: type) }) }
    if case .enumCase(let number) = value, case .enumeration(let index) = type {
      guard schema.enums[index].cases.indices.contains(number) else { return nil }
      switch schema.enums[index].cases[number].rawValue {
      case .string(let text): return .text(text)
      case .integer(let value): return .integer(value)
      }
    }
    guard let scalar = base(of: type) else { return nil }
    switch (value, scalar) {
    case (_, .fixed(let scale)): return FixedPointText.units(value, scale: scale).map { .integer($0) }
    case (_, .currency): return FixedPointText.units(value, scale: 1000).map { .integer($0) }
    case (.boolean(let value), _): return .bool(value)
    case (.integer(let value), .decimal): return .decimal(value)
    case (.integer(let value), .float), (.integer(let value), .double): return .real(SwiftLiteral.integer(value))
    case (.integer(let value), _): return .integer(value)
    case (.decimal(let text), .decimal): return .decimalText(text)
    case (.decimal(let text), _): return .real(text)
    case (.string(let text), _): return .text(text)
    default: return nil
    }
  }

  /// The runtime's `ColumnConstraints` of a field, its newtype's included; nothing where there are none.
  func columnConstraints(_ field: Field) -> String? {
    givenBounds(of: field).flatMap(constraintsExpression)
  }

  /// The bounds of a field, where it or its newtype has any.
  func givenBounds(of field: Field) -> ValueConstraints? {
    if !field.isConstrained {
      guard case .value(.newtype, _) = field.kind else { return nil }
    }
    return bounds(of: field)
  }

  /// The bounds of a field, with those of its newtype where the field says nothing.
  func bounds(of field: Field) -> ValueConstraints {
    guard case .value(.newtype(let index), _) = field.kind else { return field.constraints }
    return field.constraints.tightening(schema.newtypes[index].constraints)
  }

  func constraintsExpression(_ bounds: ValueConstraints) -> String? {
    guard !bounds.isEmpty else { return nil }
    var arguments: [String] = []
    if let length = bounds.minimumLength { arguments.append("minimumLength: \(SwiftLiteral.integer(length))") }
    if let length = bounds.maximumLength { arguments.append("maximumLength: \(SwiftLiteral.integer(length))") }
    if let minimum = bounds.minimum { arguments.append("minimum: \(SwiftLiteral.string(minimum))") }
    if let maximum = bounds.maximum { arguments.append("maximum: \(SwiftLiteral.string(maximum))") }
    if bounds.excludesMaximum { arguments.append("excludesMaximum: true") }
    if let pattern = bounds.pattern { arguments.append("pattern: \(SwiftLiteral.string(pattern))") }
    return runtime("ColumnConstraints") + "(" + arguments.joined(separator: ", ") + ")"
  }
}

extension ValueConstraints {
  /// These bounds, with those of the field's type where the field says nothing.
  func tightening(_ type: ValueConstraints) -> ValueConstraints {
    var result = self
    result.minimumLength = minimumLength ?? type.minimumLength
    result.maximumLength = maximumLength ?? type.maximumLength
    result.minimum = minimum ?? type.minimum
    if maximum == nil {
      result.maximum = type.maximum
      result.excludesMaximum = type.excludesMaximum
    }
    result.pattern = pattern ?? type.pattern
    return result
  }
}

extension Field {
  /// The type of the field's column, where it has one.
  fileprivate var columnType: ValueType? {
    switch kind {
    case .value(let type, _), .list(let type): type
    case .embedded, .toOne, .toMany, .ordered: nil
    }
  }
}
