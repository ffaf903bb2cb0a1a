/// One difference between a database and a schema; see ``StoreError/schemaMismatch(_:)``.
public struct SchemaDifference: Hashable, Sendable {
  /// The table's name in SQL, not quoted.
  public var table: String
  /// The column's name in SQL, not quoted; `nil` if the whole table is meant.
  public var column: String?
  /// The model and the field in the schema's words, such as `Account.owner`; `nil` if the schema has no such model.
  public var field: String?
  /// What the database has; `nil` if ``problem`` describes the difference on its own.
  public var found: String?
  /// What the schema asks for; `nil` if ``problem`` describes the difference on its own.
  public var expected: String?
  /// What is wrong, as a clause that names both sides.
  public var problem: String
  /// What to do about it, as a clause.
  public var help: String
  /// The statements that remove the difference, if adding a column, a key or an index is all it takes, or changing the
  /// key of a join table of an earlier release: no stored value is converted. `nil` for every other difference.
  public var sql: String?

  /// A difference that one clause describes.
  public init(table: String, column: String? = nil, field: String? = nil, problem: String, help: String) {
    self.table = table
    self.column = column
    self.field = field
    self.problem = problem
    self.help = help
  }

  /// A difference between two sides, each a noun phrase such as `an integer`.
  public init(
    table: String, column: String? = nil, field: String? = nil, found: String, expected: String, help: String,
    sql: String? = nil
  ) {
    self.init(
      table: table, column: column, field: field,
      problem: "the database has \(found), the schema asks for \(expected)", help: help)
    self.found = found
    self.expected = expected
    self.sql = sql
  }
}

extension SchemaDifference: CustomStringConvertible {
  /// Where the difference is, what it is, and what to do about it, without ``sql``.
  public var description: String { "\(location): \(problem); \(help)" }

  /// `Account.owner (accounts.owner_id)`.
  var location: String {
    let name = [table, column ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    guard let field, field != name else { return name.isEmpty ? "the database" : name }
    return name.isEmpty ? field : "\(field) (\(name))"
  }
}

extension StoreError {
  /// The error of one difference that one clause describes.
  public static func schemaMismatch(table: String, column: String?, problem: String, help: String) -> StoreError {
    .schemaMismatch([SchemaDifference(table: table, column: column, problem: problem, help: help)])
  }
}

extension [SchemaDifference] {
  /// The statements of all differences that have any, in the order in which they must run; `nil` if there are none.
  public var sql: String? {
    let statements = compactMap(\.sql)
    return statements.isEmpty ? nil : statements.joined(separator: "\n")
  }

  /// One sentence if there is one difference, otherwise one line for each, followed by the statements.
  var message: String {
    let start = "the database does not fit the schema"
    let statements = sql.map { "\nrun these statements, and prepare again:\n\($0)" } ?? ""
    if count == 1 { return "\(start) at \(self[0])\(statements)" }
    return "\(start) in \(count) respects:" + map { "\n- \($0)" }.joined() + statements
  }
}
