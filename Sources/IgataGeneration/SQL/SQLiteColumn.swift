import IgataSchema

/// A column of a table as SQLite takes it.
///
/// The runtime's SQLite backend creates tables in the same form, from the table's description; a test holds the two
/// texts against each other.
struct SQLiteColumn: Sendable {
  enum Affinity: String {
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
  }

  /// What every value of the column's type is, whatever the schema asks for besides.
  enum Check {
    case bool, int16, int32, uuid
    case json(isNullable: Bool)
    case list(isNullable: Bool)
    /// One of the raw values of an enum.
    case member(of: Int)
  }

  let name: String
  let affinity: Affinity
  /// Whether it is a key that the store makes: SQLite takes that for required without being told.
  var isGeneratedKey = false
  let isRequired: Bool
  var defaultValue: String?
  var check: Check?
  /// What the schema asks for besides.
  var bounds: [String] = []
}

extension GenerationScope {
  func sqliteColumn(_ index: Int, of model: Model) -> SQLiteColumn {
    let field = leafField(ofColumn: index, in: model)
    let affinity = affinity(of: model.columns[index].role)
    if isGeneratedKey(index, of: model) {
      return SQLiteColumn(name: model.columns[index].name, affinity: affinity, isGeneratedKey: true, isRequired: false)
    }
    var defaultValue: String?
    var bounds: [String] = []
    if case .reference = model.columns[index].role {
    } else {
      defaultValue = sqliteDefault(field)
      if let given = givenBounds(of: field) { bounds = boundChecks(given, of: model.columns[index]) }
    }
    return SQLiteColumn(
      name: model.columns[index].name, affinity: affinity, isRequired: !model.columns[index].isNullable,
      defaultValue: defaultValue,
      check: representationCheck(model.columns[index].role, isNullable: model.columns[index].isNullable), bounds: bounds
    )
  }

  /// The columns of the table that keeps an ordered relation.
  func sqliteColumns(of join: JoinTable, owner: Model) -> [SQLiteColumn] {
    joinColumns(join.ownerColumns, of: owner)
      + [SQLiteColumn(name: join.positionColumn, affinity: .integer, isRequired: true)]
      + joinColumns(join.targetColumns, of: schema.models[join.target])
  }

  private func joinColumns(_ names: [String], of model: Model) -> [SQLiteColumn] {
    zip(names, model.primaryKey).map { name, index in
      let key = model.columns[index].role
      return SQLiteColumn(
        name: name, affinity: affinity(of: key), isRequired: true,
        check: representationCheck(key, isNullable: model.columns[index].isNullable))
    }
  }

  func isGeneratedKey(_ index: Int, of model: Model) -> Bool {
    model.primaryKey.count == 1 && model.primaryKey[0] == index
      && model.fields[model.columns[index].field].defaultValue == .autoincrement
  }

  func affinity(of role: Column.Role) -> SQLiteColumn.Affinity {
    if case .list = role { return .text }
    if case .enumeration(let index) = role.type {
      return schema.enums[index].rawType == .string ? .text : .integer
    }
    switch base(of: role.type) {
    case .bool, .int16, .int32, .int64, .int, .fixed, .currency, .date: return .integer
    case .float, .double: return .real
    case .data, .uuid: return .blob
    case .string, .url, .json, .decimal, nil: return .text
    }
  }

  private func representationCheck(_ role: Column.Role, isNullable: Bool) -> SQLiteColumn.Check? {
    if case .list = role { return .list(isNullable: isNullable) }
    if case .enumeration(let index) = role.type {
      return schema.enums[index].cases.contains { $0.isUnknown } ? nil : .member(of: index)
    }
    switch base(of: role.type) {
    case .bool: return .bool
    case .int16: return .int16
    case .int32: return .int32
    case .uuid: return .uuid
    case .json: return .json(isNullable: isNullable)
    default: return nil
    }
  }

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

  private func boundChecks(_ bounds: ValueConstraints, of column: Column) -> [String] {
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

}
