import IgataTables

/// The SQL of MariaDB 10.8 and newer: a dialect as another package would write it, with public declarations only.
///
/// Texts have a collation that compares by code point and does not ignore spaces at the end. A text in a key or an
/// index has at most 255 characters, as MariaDB limits the size of a key to 3,072 bytes. A `Decimal` without a
/// precision has 35 digits before and 30 after the point.
struct MariaDBDialect: SQLDialect {
  static let collation = "utf8mb4_nopad_bin"

  /// Names are limited to 64 characters.
  func identifier(_ name: String) -> String { name.shortened(to: 64).quoted(by: "`") }

  /// A backslash begins an escape sequence.
  func literal(_ text: String) -> String { text.replacing("\\", with: "\\\\").quoted(by: "'") }

  func typeName(of type: ColumnType) -> String {
    switch type {
    case .scalar(let scalar), .integerEnum(_, let scalar, _): typeName(of: scalar)
    case .stringEnum: "longtext COLLATE \(Self.collation)"
    case .list: "json"
    }
  }

  private func typeName(of scalar: Scalar) -> String {
    switch scalar {
    case .bool: "boolean"
    case .int16: "smallint"
    case .int32: "int"
    case .int64, .int, .fixed, .currency: "bigint"
    case .float: "float"
    case .double: "double"
    case .decimal(let precision?, let scale): "decimal(\(precision), \(scale ?? 0))"
    case .decimal: "decimal(65, 30)"
    case .string, .url: "longtext COLLATE \(Self.collation)"
    case .data: "longblob"
    case .date: "datetime(6)"
    case .day: "date"
    case .uuid: "binary(16)"
    case .json: "json"
    }
  }

  func typeName(ofColumn column: Int, in table: Table) -> String {
    let type = table.columns[column].type
    let indexes = table.indexes + table.uniques.filter { !$0.isConstraint }
    let keys = [table.primaryKey] + table.relations.map(\.kind.columns) + indexes.map(\.columns)
    guard keys.contains(where: { $0.contains(column) }) else { return typeName(of: type) }
    return switch type.storage {
    case .text: "varchar(255) COLLATE \(Self.collation)"
    case .data: "varbinary(255)"
    default: typeName(of: type)
    }
  }

  func literal(_ value: ColumnLiteral, of type: ColumnType) -> String? {
    switch value {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): value.isFinite ? value.description : nil
    case .decimal(let digits): digits
    case .text(let text), .day(let text), .json(let text): literal(text)
    case .list(let values): literal(JSONList.text(of: values))
    }
  }

  /// MariaDB's own UUIDs are not random.
  func call(for value: ColumnDefault, of type: ColumnType) -> String? {
    value == .now && type.storage == .date ? "utc_timestamp(6)" : nil
  }

  func nullComparison(of left: String, and right: String, areEqual: Bool) -> String {
    areEqual ? "\(left) <=> \(right)" : "NOT (\(left) <=> \(right))"
  }

  /// The type `json` checks that a text is JSON.
  func representation(
    of type: ColumnType, isNullable: Bool, column: String
  ) -> (expression: String, rule: String)? {
    switch type.storage {
    case .bool: ("\(column) IN (0, 1)", "Bool")
    case .list: ("json_type(\(column)) = 'ARRAY'", "list")
    default: nil
    }
  }

  func length(of column: String, _ type: ColumnType) -> String {
    switch type.storage {
    case .list: "json_length(\(column))"
    case .data: "octet_length(\(column))"
    default: "char_length(\(column))"
    }
  }

  func comparesNumbers(of type: ColumnType) -> Bool { type.isNumber }

  var generatedKey: String { " AUTO_INCREMENT" }

  var namesConstraints: Bool { true }

  var addsForeignKeys: Bool { true }

  var hasPartialIndexes: Bool { false }

  /// MariaDB refuses such a check.
  var checksNullifiedColumns: Bool { false }

  func options(of table: Table) -> String { " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4" }

  /// MariaDB has no deferred constraints.
  func clause(for rule: DeleteRule) -> String {
    switch rule {
    case .cascade: "ON DELETE CASCADE"
    case .restrict: "ON DELETE RESTRICT"
    case .nullify: "ON DELETE SET NULL"
    case .noAction: "ON DELETE NO ACTION"
    case .unconstrained: ""
    }
  }

  /// Comments are part of the definition.
  func comment(_ text: String, on table: Table, column: ColumnDescription?) -> String? { nil }
}
