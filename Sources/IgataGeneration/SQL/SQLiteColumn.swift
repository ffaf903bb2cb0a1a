import IgataSchema

/// A column of a table as SQLite takes it.
///
/// The runtime's SQLite backend creates tables in the same form, from the table's description; a test holds the two
/// texts against each other.
struct SQLiteColumn {
  let documentation: [String]
  let name: String
  let type: String
  /// `PRIMARY KEY AUTOINCREMENT`, where the key is one that the store makes.
  var key: String?
  var isRequired: Bool
  var defaultValue: String?
  var checks: [String] = []
}

extension GenerationScope {
  func sqliteColumn(_ index: Int, of model: Model) -> SQLiteColumn {
    let column = model.columns[index]
    let field = leafField(column, of: model)
    let name = SQLText.identifier(column.name)
    var result = SQLiteColumn(
      documentation: field.origin.documentation, name: name, type: sqliteType(column), isRequired: !column.isNullable)
    if isGeneratedKey(index, of: model) {
      result.key = "PRIMARY KEY AUTOINCREMENT"
      result.isRequired = false
      return result
    }
    if case .reference = column.role {
    } else {
      result.defaultValue = sqliteDefault(field)
    }
    result.checks = representationChecks(column, name: name)
    if case .reference = column.role { return result }
    result.checks += constraintChecks(field, column: column, name: name)
    return result
  }

  func isGeneratedKey(_ index: Int, of model: Model) -> Bool {
    model.primaryKey == [index] && model.fields[model.columns[index].field].defaultValue == .autoincrement
  }

  func sqliteType(_ column: Column) -> String {
    if case .list = column.role { return "TEXT" }
    if case .enumeration(let index) = column.type {
      return schema.enums[index].rawType == .string ? "TEXT" : "INTEGER"
    }
    switch base(of: column.type) {
    case .bool, .int16, .int32, .int64, .int, .fixed, .currency, .date: return "INTEGER"
    case .float, .double: return "REAL"
    case .data, .uuid: return "BLOB"
    case .string, .url, .json, .decimal, nil: return "TEXT"
    }
  }

  /// What every value of the type is, whatever the schema asks for besides.
  ///
  /// A check of a null passes, but `json_valid` of a null is false in SQLite before 3.42.
  func representationChecks(_ column: Column, name: String) -> [String] {
    let isNull = column.isNullable ? "\(name) IS NULL OR " : ""
    if case .list = column.role { return ["\(isNull)json_valid(\(name)) AND json_type(\(name)) = 'array'"] }
    if case .enumeration(let index) = column.type {
      return schema.enums[index].cases.contains(where: \.isUnknown) ? [] : [membership(schema.enums[index], name: name)]
    }
    switch base(of: column.type) {
    case .bool: return ["\(name) IN (0, 1)"]
    case .int16: return ["\(name) BETWEEN -32768 AND 32767"]
    case .int32: return ["\(name) BETWEEN -2147483648 AND 2147483647"]
    case .uuid: return ["length(\(name)) = 16"]
    case .json: return ["\(isNull)json_valid(\(name))"]
    default: return []
    }
  }

  private func membership(_ enumeration: EnumType, name: String) -> String {
    let values = enumeration.cases.map { enumCase in
      switch enumCase.rawValue {
      case .string(let text): SQLText.string(text)
      case .integer(let value): String(value)
      }
    }
    return "\(name) IN (\(values.joined(separator: ", ")))"
  }

  private func constraintChecks(_ field: Field, column: Column, name: String) -> [String] {
    let bounds = bounds(of: field)
    var isList = false
    if case .list = column.role { isList = true }
    var checks: [String] = []
    let length = isList ? "json_array_length(\(name))" : "length(\(name))"
    if let check = interval(
      length, bounds.minimumLength.map { String($0) }, bounds.maximumLength.map { String($0) }, excludesMaximum: false)
    {
      checks.append(check)
    }
    let minimum = bounds.minimum.flatMap { sqliteBound($0, of: column.type) }
    let maximum = bounds.maximum.flatMap { sqliteBound($0, of: column.type) }
    if !isList, let check = interval(name, minimum, maximum, excludesMaximum: bounds.excludesMaximum) {
      checks.append(check)
    }
    return checks
  }

  func interval(_ value: String, _ minimum: String?, _ maximum: String?, excludesMaximum: Bool) -> String? {
    switch (minimum, maximum) {
    case (nil, nil): nil
    case (let minimum?, nil): "\(value) >= \(minimum)"
    case (nil, let maximum?): "\(value) \(excludesMaximum ? "<" : "<=") \(maximum)"
    case (let minimum?, let maximum?):
      excludesMaximum
        ? "\(value) >= \(minimum) AND \(value) < \(maximum)" : "\(value) BETWEEN \(minimum) AND \(maximum)"
    }
  }

  /// A bound as the column keeps numbers; nothing for a decimal, which is kept as text.
  private func sqliteBound(_ text: String, of type: ValueType) -> String? {
    switch base(of: type) {
    case .decimal, nil: nil
    case .fixed(let scale): FixedPointText.units(text, scale: scale).map { String($0) }
    case .currency: FixedPointText.units(text, scale: 1000).map { String($0) }
    default: text
    }
  }

  private func sqliteDefault(_ field: Field) -> String? {
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
    case (.decimal(let text), .float), (.decimal(let text), .double): return Double(text).map { String($0) } ?? text
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
