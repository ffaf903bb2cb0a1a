/// How the names of tables and columns are derived from the names in a schema. `@table`, `@column` and `@joinTable`
/// take precedence.
public struct NamingRules: Hashable, Sendable {
  /// How tables are named after their models.
  public enum Tables: Hashable, Sendable {
    case style(NameStyle)
    /// A pattern with the placeholder `{model}`: the model's name in the style of the columns.
    case pattern(NamePattern)
  }

  public var tables: Tables
  /// Whether tables are named in the plural: `Account` → `accounts`.
  public var isPlural: Bool
  public var columns: NameStyle
  /// A pattern with the placeholders `{field}` and `{key}`: the column name of the relation, and the name of the
  /// referenced column. If `nil`, both are joined like other names: `owner_id`, or `ownerId` in
  /// ``NameStyle/camelCase``.
  public var foreignKeys: NamePattern?

  public init(
    tables: Tables = .style(.snakeCase), isPlural: Bool = false, columns: NameStyle = .snakeCase,
    foreignKeys: NamePattern? = nil
  ) {
    self.tables = tables
    self.isPlural = isPlural
    self.columns = columns
    self.foreignKeys = foreignKeys
  }

  /// The table of a model that has no `@table`.
  public func table(of model: String) -> String {
    func number(_ name: String) -> String { isPlural ? plural(of: name) : name }
    switch tables {
    case .style(let style): return number(style.applied(to: model))
    case .pattern(let pattern): return pattern.name(with: [number(columns.applied(to: model))])
    }
  }

  /// The column of a field that has no `@column`, or the start of its columns.
  public func column(of field: String) -> String { columns.applied(to: field) }

  /// The column of a struct's field.
  ///
  /// - Parameters:
  ///   - owner: The column name of the field that has the struct.
  ///   - column: The column name of the field of the struct.
  func column(_ column: String, in owner: String) -> String { columns.joined(owner, column) }

  /// The columns of a foreign key.
  ///
  /// - Parameters:
  ///   - field: The column name of the relation.
  ///   - key: The names of the referenced columns.
  public func foreignKey(_ field: String, to key: [String]) -> [String] {
    guard let pattern = foreignKeys else { return key.map { columns.joined(field, $0) } }
    let names = key.map { pattern.name(with: [field, $0]) }
    // The columns of one key are always distinct.
    if key.count == 1 || pattern.contains(Self.keyPlaceholder) { return names }
    return zip(names, key).map { columns.joined($0, $1) }
  }

  /// The join table of a list that has no `@joinTable`.
  func joinTable(of table: String, _ field: String) -> String {
    switch tables {
    case .style(let style): style.joined(table, style.applied(to: field))
    case .pattern: columns.joined(table, columns.applied(to: field))
    }
  }

  /// All rules as text, which is different for different rules.
  public var text: String {
    let table =
      switch tables {
      case .style(let style): style.rawValue
      case .pattern(let pattern): pattern.text
      }
    return [table, isPlural ? "plural" : "singular", columns.rawValue, foreignKeys?.text ?? ""].joined(separator: " ")
  }
}

// MARK: Patterns

extension NamingRules {
  static let modelPlaceholder = "model"
  static let fieldPlaceholder = "field"
  static let keyPlaceholder = "key"

  /// A pattern of table names.
  public static func tablePattern(_ text: String) throws(NamePatternFault) -> NamePattern {
    let pattern = try NamePattern(text, placeholders: [modelPlaceholder], required: modelPlaceholder)
    if isReservedSQLName(pattern.name(with: ["a"])) { throw .reservedPrefix }
    return pattern
  }

  /// A pattern of the columns of foreign keys.
  public static func foreignKeyPattern(_ text: String) throws(NamePatternFault) -> NamePattern {
    try NamePattern(text, placeholders: [fieldPlaceholder, keyPlaceholder], required: fieldPlaceholder)
  }
}

/// The regular English plural of a name's last word; a name that doesn't end in a lower-case English letter is
/// unchanged. Irregular plurals must be given with `@table`, so that the names of tables are predictable.
private func plural(of name: String) -> String {
  let bytes = Array(name.utf8)
  guard let last = bytes.last, last >= UInt8(ascii: "a"), last <= UInt8(ascii: "z") else { return name }
  let beforeLast = bytes.count > 1 ? bytes[bytes.count - 2] : 0
  switch last {
  case UInt8(ascii: "y") where !"aeiouAEIOU".utf8.contains(beforeLast) && bytes.count > 1:
    return String(decoding: bytes.dropLast(), as: UTF8.self) + "ies"
  case UInt8(ascii: "s"), UInt8(ascii: "x"), UInt8(ascii: "z"):
    return name + "es"
  case UInt8(ascii: "h") where beforeLast == UInt8(ascii: "c") || beforeLast == UInt8(ascii: "s"):
    return name + "es"
  default:
    return name + "s"
  }
}
