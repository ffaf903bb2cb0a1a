import IgataSchema
import IgataTemplateLanguage

/// A column of a table as SQLite takes it, and as templates see it.
///
/// The runtime's SQLite backend creates tables in the same form, from the table's description; a test holds the two
/// texts against each other.
final class SQLiteColumn: View {
  private enum Slot: String, CaseIterable {
    case documentation, name, type, key, isRequired, defaultValue, checks, isLast
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let documentation: [String]
  private let name: String
  private let type: String
  /// `PRIMARY KEY AUTOINCREMENT`, where the key is one that the store makes.
  private let key: String?
  private let isRequired: Bool
  private let defaultValue: String?
  private let checks: [SQLiteCheck]
  /// Whether nothing follows it in its table.
  private let isLast: Bool

  init(
    _ name: String, _ type: String, documentation: [String] = [], key: String? = nil, isRequired: Bool,
    defaultValue: String? = nil, checks: [SQLiteCheck] = [], isLast: Bool = false
  ) {
    self.documentation = documentation
    self.name = name
    self.type = type
    self.key = key
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.checks = checks
    self.isLast = isLast
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .documentation: .texts(SQLText.comment(documentation))
    case .name, .checks: .written(self, slot: slot)
    case .type: .text(type)
    case .key: .optional(key)
    case .isRequired: .flag(isRequired)
    case .defaultValue: .optional(defaultValue)
    case .isLast: .flag(isLast)
    }
  }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .type: text.append(type)
    case .name: SQLText.write(name, into: &text)
    case .checks:
      for check in checks {
        text.append(literal: " CHECK (")
        text.append(check.start)
        if let rest = check.rest {
          SQLText.write(name, into: &text)
          text.append(rest)
        }
        text.append(literal: ")")
      }
    default: return false
    }
    return true
  }
}

/// What a column's values are held to: `start`, or `start`, the column's name and `rest`.
struct SQLiteCheck: Sendable {
  let start: String
  var rest: String?

  static func text(_ text: String) -> SQLiteCheck { SQLiteCheck(start: text) }

  static func name(_ rest: String) -> SQLiteCheck { SQLiteCheck(start: "", rest: rest) }
}

extension GenerationScope {
  func sqliteColumn(_ index: Int, of model: Model, isLast: Bool) -> SQLiteColumn {
    let column = model.columns[index]
    let field = leafField(column, of: model)
    let type = sqliteType(column)
    if isGeneratedKey(index, of: model) {
      return SQLiteColumn(
        column.name, type, documentation: field.origin.documentation, key: "PRIMARY KEY AUTOINCREMENT",
        isRequired: false, isLast: isLast)
    }
    var checks = representationChecks(column)
    var defaultValue: String?
    if case .reference = column.role {
    } else {
      defaultValue = sqliteDefault(field)
      if let bounds = givenBounds(of: field) { checks += boundChecks(bounds, of: column) }
    }
    return SQLiteColumn(
      column.name, type, documentation: field.origin.documentation, isRequired: !column.isNullable,
      defaultValue: defaultValue, checks: checks, isLast: isLast)
  }

  func isGeneratedKey(_ index: Int, of model: Model) -> Bool {
    model.primaryKey.count == 1 && model.primaryKey[0] == index
      && model.fields[model.columns[index].field].defaultValue == .autoincrement
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
  func representationChecks(_ column: Column) -> [SQLiteCheck] {
    if case .list = column.role { return [.text(jsonCheck(column) + " AND \(jsonType(column)) = 'array'")] }
    if case .enumeration(let index) = column.type {
      return schema.enums[index].cases.contains(where: \.isUnknown) ? [] : [.name(enumMemberships[index])]
    }
    switch base(of: column.type) {
    case .bool: return [.name(" IN (0, 1)")]
    case .int16: return [.name(" BETWEEN -32768 AND 32767")]
    case .int32: return [.name(" BETWEEN -2147483648 AND 2147483647")]
    case .uuid: return [SQLiteCheck(start: "length(", rest: ") = 16")]
    case .json: return [.text(jsonCheck(column))]
    default: return []
    }
  }

  private func jsonCheck(_ column: Column) -> String {
    let name = SQLText.identifier(column.name)
    return (column.isNullable ? "\(name) IS NULL OR " : "") + "json_valid(\(name))"
  }

  private func jsonType(_ column: Column) -> String { "json_type(\(SQLText.identifier(column.name)))" }

  /// What stands behind the name of a column that holds one of an enum's raw values.
  static func membership(in enumeration: EnumType) -> String {
    let values = enumeration.cases.map { enumCase in
      switch enumCase.rawValue {
      case .string(let text): SQLText.string(text)
      case .integer(let value): String(value)
      }
    }
    return " IN (\(values.joined(separator: ", ")))"
  }

  private func boundChecks(_ bounds: ValueConstraints, of column: Column) -> [SQLiteCheck] {
    let name = SQLText.identifier(column.name)
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
    return checks.map { .text($0) }
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
