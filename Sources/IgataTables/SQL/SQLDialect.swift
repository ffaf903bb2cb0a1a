/// A dialect of SQL in which tables can be defined.
///
/// ``TableDefinition`` makes the statements that both sides use: `igata generate` prints the same statements that
/// `Store.prepare` runs. A dialect defines what differs between databases: names, types, literals, checks, and the
/// position of each part in a definition.
public protocol SQLDialect: Sendable {
  /// A name as an identifier in quotes, shortened if the database limits the length of names.
  func identifier(_ name: String) -> String

  /// A text as a literal in quotes.
  func literal(_ text: String) -> String

  /// The type of a column in a table's definition.
  func typeName(of type: ColumnType) -> String

  /// The type of a column in the definition of its table, if that depends on more than the type of its values: some
  /// databases can't use every type in a key. By default ``typeName(of:)``.
  ///
  /// - Parameters:
  ///   - column: The index of the column.
  ///   - table: The table that the column is in.
  func typeName(ofColumn column: Int, in table: Table) -> String

  /// The value of a default as it is written after `DEFAULT`; `nil` if SQL can't express it.
  func literal(_ value: ColumnLiteral, of type: ColumnType) -> String?

  /// A literal as a column of the type stores it, so that a program reads the value that its schema has. By default
  /// ``literal(_:of:)``.
  func storedLiteral(_ value: ColumnLiteral, of type: ColumnType) -> String?

  /// The function call for a default that is a new UUID or the current time; `nil` if the database has none.
  func call(for value: ColumnDefault, of type: ColumnType) -> String?

  // MARK: Checks

  /// The condition that every value of the type satisfies in the database; `nil` if the column's type ensures it.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - isNullable: Whether the column may be null.
  ///   - column: The column's name as an identifier.
  func representation(of type: ColumnType, isNullable: Bool, column: String) -> (expression: String, rule: String)?

  /// The length of a value: Unicode scalars of a text, bytes of data, elements of a list.
  func length(of column: String, _ type: ColumnType) -> String

  /// Whether two values of which either may be null are equal, as conditions of schemas and of queries compare
  /// them: a null is equal to a null. By default with `IS DISTINCT FROM` of the SQL standard.
  func nullComparison(of left: String, and right: String, areEqual: Bool) -> String

  /// Whether the database compares values of the type as numbers, so that a check can hold them to a range.
  func comparesNumbers(of type: ColumnType) -> Bool

  // MARK: The parts of a definition

  /// The clause that follows the type of a generated key.
  var generatedKey: String { get }

  /// Whether ``generatedKey`` includes `PRIMARY KEY`.
  var generatedKeyIsPrimaryKey: Bool { get }

  /// Whether constraints have names and follow the columns; otherwise the checks of a column are part of its
  /// definition, and the other constraints have no names unless the schema gives them one.
  var namesConstraints: Bool { get }

  /// Whether a foreign key can be added to a table that exists, and so can lead to one that is created later.
  var addsForeignKeys: Bool { get }

  /// Whether an index can have a condition. Otherwise ``TableDefinition`` has an index over all rows instead, which is
  /// unique only if that is the same. By default `true`.
  var hasPartialIndexes: Bool { get }

  /// Whether an index can have a method, `USING gin`. Otherwise ``TableDefinition`` leaves it out. By default `false`.
  var hasIndexMethods: Bool { get }

  /// Whether a column can have checks if a foreign key sets it to null. Otherwise its checks are left out. By default
  /// `true`.
  var checksNullifiedColumns: Bool { get }

  /// The options that follow the closing parenthesis of a definition: ` STRICT`.
  func options(of table: Table) -> String

  /// How a foreign key states its delete rule: `ON DELETE SET NULL`.
  func clause(for rule: DeleteRule) -> String

  /// The statement that stores the documentation of a table, or of a column, in the database; `nil` if there is none.
  /// Then a definition has it as comments.
  ///
  /// - Parameters:
  ///   - text: The documentation.
  ///   - table: The table that is documented, or whose column is.
  ///   - column: `nil` for the table itself.
  func comment(_ text: String, on table: Table, column: ColumnDescription?) -> String?
}

extension SQLDialect {
  public func literal(_ text: String) -> String { text.quoted(by: "'") }

  /// Identifiers with commas between them.
  public func identifiers(_ names: [String]) -> String { names.map { identifier($0) }.joined(separator: ", ") }

  /// The name of a column with that of its table.
  public func qualified(_ column: Int, of table: Table) -> String {
    "\(identifier(table.name)).\(identifier(table.columns[column].name))"
  }

  public func representation(
    of type: ColumnType, isNullable: Bool, column: String
  ) -> (expression: String, rule: String)? { nil }

  public func nullComparison(of left: String, and right: String, areEqual: Bool) -> String {
    "\(left) IS \(areEqual ? "NOT " : "")DISTINCT FROM \(right)"
  }

  public func typeName(ofColumn column: Int, in table: Table) -> String { typeName(of: table.columns[column].type) }

  public func storedLiteral(_ value: ColumnLiteral, of type: ColumnType) -> String? { literal(value, of: type) }

  public var generatedKeyIsPrimaryKey: Bool { false }

  public var hasPartialIndexes: Bool { true }

  public var hasIndexMethods: Bool { false }

  public var checksNullifiedColumns: Bool { true }

  public func options(of table: Table) -> String { "" }

  /// `NO ACTION` is checked by the commit.
  public func clause(for rule: DeleteRule) -> String {
    switch rule {
    case .cascade: "ON DELETE CASCADE"
    case .restrict: "ON DELETE RESTRICT"
    case .nullify: "ON DELETE SET NULL"
    case .noAction: "ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED"
    case .unconstrained: ""
    }
  }

  /// The expression after `DEFAULT` in the definition of a column; `nil` if there is no default, or SQL can't express
  /// it.
  public func defaultValue(of column: ColumnDescription) -> String? {
    switch column.defaultValue {
    case .value(let value): storedLiteral(value, of: column.type)
    case .sql(let expression): "(\(expression))"
    case .uuid, .now: column.defaultValue.flatMap { call(for: $0, of: column.type) }
    case .uuid7, .cuid, .ulid, .autoincrement, .construct, .computed, nil: nil
    }
  }
}

extension UpdateRule {
  /// The action as SQL writes it.
  var sql: String {
    switch self {
    case .cascade: "CASCADE"
    case .restrict: "RESTRICT"
    case .noAction: "NO ACTION"
    }
  }
}

extension String {
  /// The name, or, if its UTF-8 is longer than `limit` bytes, its beginning and a hash of the whole name. Databases
  /// with such a limit would cut two long names with the same beginning to the same name.
  public func shortened(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var start = ""
    for character in unicodeScalars {
      guard start.utf8.count + UTF8.width(character) <= limit - 9 else { break }
      start.unicodeScalars.append(character)
    }
    let hash = utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return start + "_" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The text between two marks; a mark within it is doubled.
  ///
  /// - Parameter mark: An ASCII character.
  public func quoted(by mark: Unicode.Scalar) -> String {
    let mark = UInt8(ascii: mark)
    var source = self
    // Every name in SQL is quoted. Put together from three strings, a short one takes twice as long.
    return source.withUTF8 { source in
      String(unsafeUninitializedCapacity: source.count + source.count { $0 == mark } + 2) { text in
        text[0] = mark
        var end = 1
        for byte in source {
          if byte == mark {
            text[end] = mark
            end += 1
          }
          text[end] = byte
          end += 1
        }
        text[end] = mark
        return end + 1
      }
    }
  }
}
