/// What tables look like in the SQL of one database.
///
/// ``TableDefinition`` makes the statements that both sides use: what `igata generate` prints is what `Store.prepare`
/// runs. A dialect says what differs: names, types, literals, checks, and where a definition has each part.
public protocol SQLDialect: Sendable {
  /// A name as an identifier in quotes, no longer than the database keeps names.
  func identifier(_ name: String) -> String

  /// A text as a literal in quotes.
  func literal(_ text: String) -> String

  /// The type of a column in a table's definition.
  func typeName(of type: ColumnType) -> String

  /// The value of a default as it is written after `DEFAULT`; `nil` if SQL can't express it.
  func literal(_ value: ColumnLiteral, of type: ColumnType) -> String?

  /// A call that makes a new UUID or tells the time, for a default; `nil` if the database has none.
  func call(for value: ColumnDefault, of type: ColumnType) -> String?

  // MARK: Checks

  /// What every value of the column's type fulfills in the database; `nil` if the type itself ensures it.
  ///
  /// - Parameter column: The column's name as an identifier.
  func representation(of type: ColumnType, isNullable: Bool, column: String) -> (expression: String, rule: String)?

  /// The length of a value: Unicode scalars of a text, bytes of data, elements of a list.
  func length(of column: String, _ type: ColumnType) -> String

  /// Whether the database compares values of the type as numbers, so that a check can hold them to a range.
  func comparesNumbers(of type: ColumnType) -> Bool

  // MARK: The parts of a definition

  /// What follows the type of a key that the database makes.
  var generatedKey: String { get }

  /// Whether that includes `PRIMARY KEY`.
  var generatedKeyIsPrimaryKey: Bool { get }

  /// Whether constraints have names and follow the columns; otherwise the checks of a column are part of its definition,
  /// and the other constraints have no names unless the schema gives them one.
  var namesConstraints: Bool { get }

  /// Whether a foreign key can be added to a table that exists, and so can lead to one that is created later.
  var addsForeignKeys: Bool { get }

  /// What follows the parenthesis that ends a definition: ` STRICT`.
  func options(of table: Table) -> String

  /// The statement that stores the documentation of a table, or of a column, in the database; `nil` if there is none. Then
  /// a definition has it as comments.
  ///
  /// - Parameter column: `nil` for the table itself.
  func comment(_ text: String, on table: Table, column: ColumnDescription?) -> String?
}

extension SQLDialect {
  public func literal(_ text: String) -> String { text.quoted(by: "'") }

  /// Identifiers with commas between them.
  public func identifiers(_ names: [String]) -> String { names.map(identifier).joined(separator: ", ") }

  public func representation(
    of type: ColumnType, isNullable: Bool, column: String
  ) -> (expression: String, rule: String)? { nil }

  public var generatedKeyIsPrimaryKey: Bool { false }

  public func options(of table: Table) -> String { "" }

  /// What is written after `DEFAULT` in the definition of a column; `nil` if there is no default, or SQL can't express it.
  public func defaultValue(of column: ColumnDescription) -> String? {
    switch column.defaultValue {
    case .value(let value): literal(value, of: column.type)
    case .uuid, .now: column.defaultValue.flatMap { call(for: $0, of: column.type) }
    case .uuid7, .autoincrement, .construct, nil: nil
    }
  }
}

extension String {
  /// The text between two marks; a mark within it is doubled.
  ///
  /// - Parameter mark: An ASCII character.
  public func quoted(by mark: Unicode.Scalar) -> String {
    let quote = String(mark)
    let byte = UInt8(ascii: mark)
    if consists(of: { $0 != byte }) { return quote + self + quote }
    return quote + unicodeScalars.map { ($0 == mark ? quote : "") + String($0) }.joined() + quote
  }
}
