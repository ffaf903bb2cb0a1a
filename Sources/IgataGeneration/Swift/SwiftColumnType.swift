import IgataSchema
import IgataTemplateLanguage

extension GenerationScope {
  /// Writes the type of a column, as tables are described.
  func writeColumnType(_ role: Column.Role, into text: inout TextBuffer) {
    switch role {
    case .value(let type), .reference(_, _, let type): text.append(columnType(type))
    case .list(let type):
      text.append(literal: "list ")
      text.append(columnType(type))
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
    case .decimal(let precision?, let scale?): "decimal(\(precision), \(scale))"
    case .decimal: "decimal"
    case .fixed(let scale): "fixed(\(scale))"
    case .currency: "fixed(1000)"
    case .bool: "bool"
    case .int16: "int16"
    case .int32: "int32"
    case .int64: "int64"
    case .int: "int"
    case .float: "float"
    case .double: "double"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .uuid: "uuid"
    case .url: "url"
    case .json: "json"
    }
  }

  /// `string(cash, bank, ...)`: the raw values, and whether there may be others.
  static func columnType(_ enumeration: EnumType) -> String {
    var text = TextBuffer()
    switch enumeration.rawType {
    case .string: text.append(literal: "string(")
    case .int16: text.append(literal: "int16(")
    case .int32: text.append(literal: "int32(")
    case .int64: text.append(literal: "int64(")
    case .int: text.append(literal: "int(")
    }
    for (index, enumCase) in enumeration.cases.enumerated() {
      let isFirst = index == 0
      switch enumCase.rawValue {
      case .string(let rawValue): SwiftTableText.writeElement(rawValue, isFirst: isFirst, into: &text)
      case .integer(let rawValue): SwiftTableText.writeElement(String(rawValue), isFirst: isFirst, into: &text)
      }
    }
    if enumeration.cases.contains(where: \.isUnknown) { text.append(literal: ", ...") }
    text.append(literal: ")")
    return text.text
  }

  /// Writes ` = default` of a field that is a single column, where it has one.
  func writeColumnDefault(_ field: Field, into text: inout TextBuffer) {
    guard let value = field.defaultValue else { return }
    switch value {
    case .nil: break
    case .uuid: text.append(literal: " = uuid")
    case .uuid7: text.append(literal: " = uuid7")
    case .now: text.append(literal: " = now")
    case .autoincrement: text.append(literal: " = autoincrement")
    case .construct: text.append(literal: " = construct")
    default:
      guard let type = field.columnType else { return }
      let start = text.count
      text.append(literal: " = ")
      if !write(value, of: type, into: &text) { _ = text.cut(to: start) }
    }
  }

  /// Writes a default as the runtime keeps it. Returns whether it can.
  private func write(_ value: DefaultValue, of type: ValueType, into text: inout TextBuffer) -> Bool {
    if case .list(let elements) = value {
      text.append(literal: "(")
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(literal: ", ") }
        guard write(element, of: type, into: &text) else { return false }
      }
      text.append(literal: ")")
      return true
    }
    if case .enumCase(let number) = value, case .enumeration(let index) = type {
      guard schema.enums[index].cases.indices.contains(number) else { return false }
      switch schema.enums[index].cases[number].rawValue {
      case .string(let rawValue): SwiftTableText.writeLiteral(rawValue, into: &text)
      case .integer(let rawValue): text.append(String(rawValue))
      }
      return true
    }
    guard let scalar = base(of: type), let word = word(value, of: scalar) else { return false }
    if case .string = value { SwiftTableText.writeLiteral(word, into: &text) } else { text.append(word) }
    return true
  }

  private func word(_ value: DefaultValue, of scalar: Scalar) -> String? {
    switch (value, scalar) {
    case (_, .fixed(let scale)): FixedPointText.units(value, scale: scale).map { String($0) }
    case (_, .currency): FixedPointText.units(value, scale: 1000).map { String($0) }
    case (.boolean(let value), _): value ? "true" : "false"
    case (.integer(let value), _): String(value)
    case (.decimal(let text), _), (.string(let text), _): text
    default: nil
    }
  }

  /// Writes ` minLength 1 maxLength 100`.
  func writeBounds(_ bounds: ValueConstraints, into text: inout TextBuffer) {
    if let length = bounds.minimumLength { text.append(" minLength \(length)") }
    if let length = bounds.maximumLength { text.append(" maxLength \(length)") }
    if let minimum = bounds.minimum { text.append(" min \(minimum)") }
    if let maximum = bounds.maximum { text.append(bounds.excludesMaximum ? " below \(maximum)" : " max \(maximum)") }
    if let pattern = bounds.pattern {
      text.append(literal: " matching")
      SwiftTableText.writeQuoted(pattern, into: &text)
    }
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

  /// The runtime's `ColumnConstraints`, as an expression; nothing where there are none.
  func constraintsExpression(_ bounds: ValueConstraints) -> String? {
    guard !bounds.isEmpty else { return nil }
    var arguments: [String] = []
    if let length = bounds.minimumLength { arguments.append("minimumLength: \(SwiftLiteral.integer(length))") }
    if let length = bounds.maximumLength { arguments.append("maximumLength: \(SwiftLiteral.integer(length))") }
    if let minimum = bounds.minimum { arguments.append("minimum: \(SwiftLiteral.string(minimum))") }
    if let maximum = bounds.maximum { arguments.append("maximum: \(SwiftLiteral.string(maximum))") }
    if bounds.excludesMaximum { arguments.append("excludesMaximum: true") }
    if let pattern = bounds.pattern { arguments.append("pattern: \(SwiftLiteral.string(pattern))") }
    return typeNames.runtimeCall("ColumnConstraints") + "(" + arguments.joined(separator: ", ") + ")"
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
