@_spi(Backend) public import IgataRuntime
public import IgataTables

/// What translating queries needs to know of a SQL engine.
///
/// A backend for another engine is a type that conforms to this protocol and an engine that runs what
/// ``QueryTranslator`` gives for it. Nothing here asks which engine it is: where engines differ there is a requirement,
/// with a default where the SQL standard has one.
@_spi(Backend) public protocol QueryDialect: Sendable {
  // MARK: Names and values

  /// The name as the engine keeps it, as a SQL identifier.
  func quoted(_ name: String) -> String

  /// What two names have in common if the engine takes them for one. By default the name itself.
  func key(_ name: String) -> String

  /// A parameter of a statement, by its number, from 1.
  ///
  /// An engine whose parameters have no numbers binds them in the order of ``TranslatedQuery/parameters``, which is
  /// that of the text.
  func parameter(_ number: Int) -> String

  /// The text as a SQL literal. By default in single quotes, where a backslash stands for itself.
  func literal(_ text: String) -> String

  /// The value as text. By default `CAST(… AS text)`.
  func asText(_ value: String) -> String

  /// A condition that always holds, or never. By default `true` and `false`.
  func literal(_ isTrue: Bool) -> String

  /// Whether a list is a parameter of a type of its own. By default it is one like any other, as its text.
  var typesLists: Bool { get }

  /// Whether no text with a NUL can be a parameter. By default it can.
  var refusesNUL: Bool { get }

  // MARK: Conditions

  /// Whether two values are equal, or are not, where null is equal to null. By default `IS NOT DISTINCT FROM` and
  /// `IS DISTINCT FROM`.
  func comparison(of left: String, and right: String, isEqual: Bool) -> String

  /// The text with the letters A to Z as a to z, and all others as they are.
  func lowercased(_ text: String) -> String

  /// Appends a condition on a text to a query.
  ///
  /// - Parameter text: A text without NUL, and not empty for ``TextOperator/hasSuffix``.
  func append(
    _ expression: QueryExpression, _ comparison: TextOperator, _ text: String, to query: inout QueryTranslator
  ) throws(StoreError)

  /// Appends that what stands before is one of some rows of values, or is not. By default ` IN` with all of them
  /// written out.
  ///
  /// - Parameters:
  ///   - rows: One row or more, none with null.
  ///   - types: The types of what they are compared with, each the widest of its kind.
  func appendList(_ rows: [[StoredValue]], of types: [ColumnType], isNegated: Bool, to query: inout QueryTranslator)

  // MARK: Numbers

  /// Appends what is computed of two numbers. By default by the engine's own operators, which is right where these
  /// fail on what is out of range.
  ///
  /// - Parameter depth: That of the expression; operands are appended one level deeper.
  func append(
    _ operation: ArithmeticOperator, _ left: QueryExpression, _ right: QueryExpression, depth: Int,
    to query: inout QueryTranslator
  ) throws(StoreError)

  /// The columns that a sum or an average is made of, exact where the type is, and what they hold.
  ///
  /// - Parameter type: The widest of its kind.
  func total(of value: String, _ type: ColumnType, isAverage: Bool) -> (columns: [String], form: AggregateResult.Form)

  /// The least or the greatest of some values. By default `min` and `max`.
  func extreme(_ value: String, of type: ColumnType, isLeast: Bool) -> String

  // MARK: Order

  /// How values of a type are compared, as what follows them, where the engine would do it otherwise: text by code
  /// point, decimals by value. By default `nil`.
  func collation(of type: ColumnType) -> String?

  /// What sorts null first, or last where the order is descending, behind what can be null. By default the engine does
  /// so by itself.
  func nullOrder(isDescending: Bool) -> String

  /// Whether a collation can follow the number of a column: `ORDER BY 1 COLLATE …`. By default it can't.
  var collatesColumnNumbers: Bool { get }

  /// The limit of a query that has an offset and no limit. By default the engine needs none.
  var limitOfAll: Int64? { get }

  // MARK: Statements

  /// The beginning of a statement that deletes rows of a table, which is called `t0` from there on. By default
  /// `DELETE FROM … AS t0`.
  func deletion(from table: String) -> String

  /// The query, which gives the keys of a table, as it can stand after `IN` in a statement about the same table. By
  /// default as it is.
  func nested(_ query: String) -> String

  /// What follows an `INSERT` so that the row is updated in place, and nothing that refers to it is touched, if its key is
  /// there. By default ` ON CONFLICT (…) DO UPDATE SET …`.
  func conflictClause(of statement: WriteStatement) -> String

  /// The assignment of a column. By default `name = value`.
  func assignment(of column: Int, _ value: String, in statement: WriteStatement) -> String

  /// The condition under which a row is updated whose version is to be the value: that it is the one before now. The
  /// number of changed rows then shows whether it was. `nil` if the assignment of the version refuses others.
  func versionCondition(_ name: String, _ value: String) -> String?
}

@_spi(Backend) extension QueryDialect {
  public func key(_ name: String) -> String { name }

  public func literal(_ text: String) -> String { text.quotedText }

  public func asText(_ value: String) -> String { "CAST(\(value) AS text)" }

  public func literal(_ isTrue: Bool) -> String { isTrue ? "true" : "false" }

  public var typesLists: Bool { false }

  public var refusesNUL: Bool { false }

  public func comparison(of left: String, and right: String, isEqual: Bool) -> String {
    "\(left) \(isEqual ? "IS NOT DISTINCT FROM" : "IS DISTINCT FROM") \(right)"
  }

  public func appendList(
    _ rows: [[StoredValue]], of types: [ColumnType], isNegated: Bool, to query: inout QueryTranslator
  ) {
    query.sql += isNegated ? " NOT IN " : " IN "
    query.appendValues(rows, types)
  }

  public func append(
    _ operation: ArithmeticOperator, _ left: QueryExpression, _ right: QueryExpression, depth: Int,
    to query: inout QueryTranslator
  ) throws(StoreError) {
    query.sql += "("
    try query.append(left, depth: depth + 1)
    query.sql += operation.sql
    try query.append(right, depth: depth + 1)
    query.sql += ")"
  }

  public func extreme(_ value: String, of type: ColumnType, isLeast: Bool) -> String {
    "\(isLeast ? "min" : "max")(\(value))"
  }

  public func collation(of type: ColumnType) -> String? { nil }

  public func nullOrder(isDescending: Bool) -> String { "" }

  public var collatesColumnNumbers: Bool { false }

  public var limitOfAll: Int64? { nil }

  public func deletion(from table: String) -> String { "DELETE FROM \(table) AS t0" }

  public func nested(_ query: String) -> String { query }

  /// The names as SQL identifiers with commas between.
  public func quoted(_ names: some Sequence<String>) -> String {
    names.map(quoted).joined(separator: ", ")
  }
}

@_spi(Backend) extension ArithmeticOperator {
  /// The operator as SQL writes it, with a space on each side.
  public var sql: String {
    switch self {
    case .add: " + "
    case .subtract: " - "
    case .multiply: " * "
    }
  }
}
