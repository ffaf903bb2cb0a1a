import IgataSchema

/// The defaults of columns as SQLite takes them.
extension GenerationScope {
  func sqliteDefault(_ field: Field) -> String? {
    guard let value = field.defaultValue else { return nil }
    switch field.kind {
    case .value(let type, _): return sqliteLiteral(value, of: type)
    case .list(let type):
      guard case .list(let elements) = value else { return nil }
      return jsonList(elements, of: type).map(SQLText.string)
    default: return nil
    }
  }

  private func sqliteLiteral(_ value: DefaultValue, of type: ValueType) -> String? {
    if case .enumeration(let index) = type {
      guard case .enumCase(let number) = value, schema.enums[index].cases.indices.contains(number) else { return nil }
      switch schema.enums[index].cases[number].rawValue {
      case .string(let text): return SQLText.string(text)
      case .integer(let value): return String(value)
      }
    }
    switch (value, base(of: type)) {
    case (_, .fixed(let scale)): return FixedPointText.units(value, scale: scale).map { String($0) }
    case (_, .currency): return FixedPointText.units(value, scale: 1000).map { String($0) }
    case (.boolean(let value), _): return value ? "1" : "0"
    case (.integer(let value), .decimal): return SQLText.string(String(value))
    case (.integer(let value), .float), (.integer(let value), .double): return String(Double(value))
    case (.decimal(let text), .float), (.decimal(let text), .double):
      if text.utf8.count <= 15, text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) {
        return text + ".0"
      }
      return Double(text).map { String($0) } ?? text
    case (.integer(let value), _): return String(value)
    case (.decimal(let text), .decimal): return SQLText.string(text)
    case (.decimal(let text), _): return text
    case (.string(let text), _): return SQLText.string(text)
    default: return nil
    }
  }

  /// A list as the canonical JSON text that the runtime writes.
  private func jsonList(_ elements: [DefaultValue], of type: ValueType) -> String? {
    var parts: [String] = []
    for element in elements {
      switch (element, type, base(of: type)) {
      case (.enumCase(let number), .enumeration(let index), _):
        switch schema.enums[index].cases[number].rawValue {
        case .string(let text): parts.append(Self.json(text))
        case .integer(let value): parts.append(String(value))
        }
      case (.boolean(let value), _, _): parts.append(value ? "true" : "false")
      case (.integer, _, .fixed(let scale)), (.decimal, _, .fixed(let scale)):
        guard let units = FixedPointText.units(element, scale: scale) else { return nil }
        parts.append(String(units))
      case (.integer, _, .currency), (.decimal, _, .currency):
        guard let units = FixedPointText.units(element, scale: 1000) else { return nil }
        parts.append(String(units))
      case (.integer(let value), _, .decimal): parts.append(Self.json(String(value)))
      case (.decimal(let text), _, .decimal): parts.append(Self.json(text))
      case (.integer(let value), _, _): parts.append(String(value))
      case (.decimal(let text), _, _): parts.append(text)
      case (.string(let text), _, _): parts.append(Self.json(text))
      default: return nil
      }
    }
    return "[" + parts.joined(separator: ",") + "]"
  }

  /// A string in the canonical JSON that the runtime keeps: nothing is escaped that need not be.
  private static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
