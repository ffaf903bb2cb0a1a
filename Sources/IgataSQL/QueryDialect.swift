@_spi(Backend) public import IgataRuntime
public import IgataTables

/// A dialect of SQL in which queries and writes can be expressed.
///
/// A dialect for another database conforms to this protocol in addition to `SQLDialect`. ``QueryTranslator`` never asks
/// which database it translates for: where databases differ there is a requirement, with a default implementation if
/// the SQL standard has one.
@_spi(Backend) public protocol QueryDialect: SQLDialect {
  // MARK: Names and values

  /// The form of a name by which the database compares names: two names with the same canonical form denote the same
  /// object. By default the name itself.
  func canonicalName(_ name: String) -> String

  /// A parameter of a statement, by its number, which counts from 1.
  ///
  /// A database whose parameters have no numbers binds them in the order of ``TranslatedQuery/parameters``, which is
  /// their order in the text.
  func parameter(_ number: Int) -> String

  /// The value converted to text. By default `CAST(… AS text)`.
  func asText(_ value: String) -> String

  /// A condition that is always true, or always false. By default the literal of the `Bool`.
  func condition(_ isTrue: Bool) -> String

  /// Whether a list is passed as a parameter of a list type. By default it is passed as its text.
  var typesLists: Bool { get }

  /// Whether a text that contains NUL can't be passed as a parameter. By default it can.
  var refusesNUL: Bool { get }

  /// How the database divides SQL into tokens. By default as SQLite does.
  var lexicalRules: SQLLexicalRules { get }

  // MARK: Conditions

  /// The text with the letters A to Z in lowercase, and all others unchanged.
  func lowercased(_ text: String) -> String

  /// Appends a condition on a text to a query.
  ///
  /// - Parameter text: A text without NUL, and not empty for ``TextOperator/hasSuffix``.
  func append(
    _ expression: QueryExpression, _ comparison: TextOperator, _ text: String, to query: inout QueryTranslator
  ) throws(StoreError)

  /// The condition that a list contains the only element of another list, which comes after it.
  ///
  /// - Parameter element: A list of one element, neither of which is null.
  func contains(list: String, _ element: String) -> String

  /// Appends the condition that what was appended before is one of some rows of values, or is none of them. By default
  /// ` IN` and all the values.
  ///
  /// - Parameters:
  ///   - rows: At least one row. No row contains null.
  ///   - types: The types of the expressions that the rows are compared with, each the widest of its kind.
  func appendList(_ rows: [[StoredValue]], of types: [ColumnType], isNegated: Bool, to query: inout QueryTranslator)

  /// Appends what follows `FROM table AS t0` in a query for the rows with some keys, in the order of the keys: a join
  /// with the keys, if the database reads a list as a table in the list's own order. Returns `false`, which is the
  /// default, if it appended nothing, and the keys are a condition as any other.
  ///
  /// - Parameters:
  ///   - columns: The columns of the table's key, as conditions refer to them.
  ///   - keys: More than ``QueryTranslator/longestList`` keys, none of them twice, in their order.
  func appendJoin(
    of columns: [String], withSortedKeys keys: KeyList, to query: inout QueryTranslator
  ) -> Bool

  // MARK: Numbers

  /// Appends an arithmetic operation. By default with the database's own operators, which is right if these fail when
  /// a result is out of range.
  ///
  /// - Parameter depth: The depth of the expression; append the operands with a depth that is greater by 1.
  func append(
    _ operation: ArithmeticOperator, _ left: QueryExpression, _ right: QueryExpression, depth: Int,
    to query: inout QueryTranslator
  ) throws(StoreError)

  /// The columns from which an aggregate is computed, exactly if the type is exact, and what they contain.
  ///
  /// - Parameters:
  ///   - value: The values, with their ``collation(of:)`` if the function depends on their order.
  ///   - type: The type of the values; the widest of its kind if the function adds up numbers.
  func aggregate(
    _ function: AggregateFunction, of value: String, _ type: ColumnType
  ) throws(StoreError) -> (columns: [String], form: AggregateResult.Form)

  /// The result of a function of numbers, an aggregate in itself, exactly if the type is exact. It fails as arithmetic
  /// does if it is out of range. A sum of none is 0; an average is in whole units. `nil` if the database has no such
  /// expression, or none that is as fast as a reader's.
  func aggregate(_ function: AggregateFunction, ofGroup value: String, _ type: ColumnType) throws(StoreError) -> String?

  /// The same for the values of a query with one column, `v`, if there is no such expression. By default throws
  /// ``StoreError/unsupportedQuery(expression:reason:)``.
  func aggregate(_ function: AggregateFunction, ofRows values: String, _ type: ColumnType) throws(StoreError) -> String

  // MARK: Dates

  /// A part of a date, or of a day if `isDay`. Fails as arithmetic does if it is a date before 4714-11-24 BC.
  func datePart(_ part: DatePart, of date: String, isDay: Bool) -> String

  // MARK: JSON

  /// Appends a value within a JSON value, in a form; see ``QueryExpression/json(_:_:_:)``.
  ///
  /// - Parameter depth: The depth of the expression; append the root with a depth that is greater by 1.
  func append(
    _ root: QueryExpression, _ path: JSONPath, _ form: JSONForm, depth: Int, to query: inout QueryTranslator
  ) throws(StoreError)

  // MARK: Order

  /// The clause that follows values of a type so that they are compared as every backend does: text by code point,
  /// decimals by value. `nil`, the default, if the database does so by itself.
  func collation(of type: ColumnType) -> String?

  /// The clause that follows a nullable expression in `ORDER BY` so that null sorts first, or last if the order is
  /// descending. Empty, the default, if the database does so by itself.
  func nullOrder(isDescending: Bool) -> String

  /// Whether a collation can follow the number of a column: `ORDER BY 1 COLLATE …`. By default it can't.
  var collatesColumnNumbers: Bool { get }

  /// The limit of a query that has an offset and no limit. `nil`, the default, if the database needs none.
  var limitOfAll: Int64? { get }

  // MARK: Statements

  /// The beginning of a statement that deletes rows of a table, which it calls `t0`. By default
  /// `DELETE FROM … AS t0`.
  func deletion(from table: String) -> String

  /// A calculated value that an update assigns to a column of a table, in a form that fails if it is outside the range
  /// of the column's type, or has too many digits for it. By default the value itself, which is right if the database
  /// then refuses to store it.
  func assigned(_ value: String, to column: Int, of table: TableDescription) -> String

  /// A query that returns keys of a table, in a form that can follow `IN` in a statement about the same table. By
  /// default the query itself.
  func nested(_ query: String) -> String

  /// The clause that follows an `INSERT` so that a row whose key exists is updated in place, without touching the rows
  /// that refer to it. By default ` ON CONFLICT (…) DO UPDATE SET …`.
  func conflictClause(of statement: WriteStatement) -> String

  /// The assignment of a column. By default `name = value`.
  func assignment(of column: Int, _ value: String, in statement: WriteStatement) -> String

  /// The condition on which a row with a version is updated: its version is the one before `value`. The number of
  /// changed rows then shows whether it was. `nil` if the assignment of the version fails otherwise.
  func versionCondition(_ name: String, _ value: String) -> String?
}

@_spi(Backend) extension QueryDialect {
  public func canonicalName(_ name: String) -> String { name }

  public func asText(_ value: String) -> String { "CAST(\(value) AS text)" }

  public func condition(_ isTrue: Bool) -> String {
    literal(.bool(isTrue), of: ColumnType(.bool)) ?? (isTrue ? "1 = 1" : "1 = 0")
  }

  public var typesLists: Bool { false }

  public var refusesNUL: Bool { false }

  public var lexicalRules: SQLLexicalRules { .sqlite }

  public func appendList(
    _ rows: [[StoredValue]], of types: [ColumnType], isNegated: Bool, to query: inout QueryTranslator
  ) {
    query.sql += isNegated ? " NOT IN " : " IN "
    query.appendValues(rows, types)
  }

  public func appendJoin(
    of columns: [String], withSortedKeys keys: KeyList, to query: inout QueryTranslator
  ) -> Bool { false }

  public func append(
    _ operation: ArithmeticOperator, _ left: QueryExpression, _ right: QueryExpression, depth: Int,
    to query: inout QueryTranslator
  ) throws(StoreError) {
    query.sql += "("
    try query.append(left, depth: depth + 1)
    query.sql += operation.symbol
    try query.append(right, depth: depth + 1)
    query.sql += ")"
  }

  public func aggregate(
    _ function: AggregateFunction, ofRows values: String, _ type: ColumnType
  ) throws(StoreError) -> String {
    throw .unsupportedQuery(expression: "\(function.name) of related rows", reason: "the database does not compute it")
  }

  public func collation(of type: ColumnType) -> String? { nil }

  public func nullOrder(isDescending: Bool) -> String { "" }

  public var collatesColumnNumbers: Bool { false }

  public var limitOfAll: Int64? { nil }

  public func deletion(from table: String) -> String { "DELETE FROM \(table) AS t0" }

  public func assigned(_ value: String, to column: Int, of table: TableDescription) -> String { value }

  public func nested(_ query: String) -> String { query }
}
