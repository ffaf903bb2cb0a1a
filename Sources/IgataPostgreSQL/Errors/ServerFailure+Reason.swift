#if PostgreSQL
@_spi(Backend) internal import IgataRuntime

// While a statement runs, the server's messages quote values: those that were sent with it, and those of rows. It isn't
// known which of them are `@sensitive`.
extension ServerFailure {
  /// The message or, if it may quote a value, what replaces it.
  ///
  /// The server's own messages are shown if they are about the text of the statement, which has no values, or about
  /// the connection, the transaction, the server or its limits. What a function or a trigger raises is shown if no
  /// table has a `@sensitive` column.
  ///
  /// - Parameter tables: The tables of the schema.
  func reason(_ tables: [TableDescription]) -> String {
    if isRaised { return tables.contains(where: \.hasSensitiveColumns) ? summary : message }
    return isWithoutValues ? message : summary
  }

  /// Why settings of a scope were refused. The message about an unknown setting has its name, and no value.
  func refusal(of scope: SessionScope) -> String {
    let isOfName = scope.settings.keys.contains { message.contains("\"\($0)\"") }
    return state == "42704" && isOfName ? "\(message); one of your own has a dot in its name" : summary
  }

  private var isWithoutValues: Bool {
    if hasPosition || isOtherServerLost { return true }
    let group = String(state.prefix(2))
    if Self.groupsAboutNames.contains(group) { return !isOfValues || Self.statesWithoutValues.contains(state) }
    return Self.groupsWithoutValues.contains(group) || Self.statesWithoutValues.contains(state)
  }

  /// Classes of errors that are about the connection (08, 28), a missing feature (0A), the transaction (25, 40), limits
  /// (53, 54), other sessions (55) or an operator (57). A failed connection has no SQLSTATE.
  private static let groupsWithoutValues: Set = ["", "08", "0A", "25", "28", "40", "53", "54", "55", "57"]

  /// Classes of errors about the names in a statement. A value that is cast to a name, as by `::regclass`, is quoted as
  /// well.
  private static let groupsAboutNames: Set = ["2B", "3D", "3F", "42"]

  /// Outdated statements and cursors, missing permissions, failures of the disk, and damaged data.
  private static let statesWithoutValues: Set = ["26000", "34000", "42P05", "42501", "58030", "XX001", "XX002"]

  /// What the server reports beside the message: names, of which none is a value.
  var summary: String {
    let names = [("column", column), ("table", table), ("constraint", constraint)].compactMap { kind, name in
      name.map { "\(kind) '\($0)'" }
    }
    let subject = names.isEmpty ? "" : " for \(names.joined(separator: ", "))"
    return "\(condition)\(subject) (\(state)); the server's log has the message, which may quote values"
  }

  /// The name of the SQLSTATE in PostgreSQL's documentation, in words, or that of its class.
  private var condition: String {
    Self.conditions[state] ?? Self.groups[String(state.prefix(2))] ?? "the statement failed"
  }

  private static let conditions = [
    "21000": "a subquery returned several rows", "22000": "data exception", "22001": "text is too long",
    "22003": "a number is out of range", "22004": "null is not allowed", "22007": "invalid date or time format",
    "22008": "a date or time is out of range", "22009": "invalid time zone", "2200G": "types don't match",
    "2200L": "not an XML document", "2200M": "invalid XML document", "2200N": "invalid XML content",
    "2200S": "invalid XML comment", "22011": "invalid part of a text", "22012": "division by zero",
    "22015": "an interval is out of range", "22018": "invalid character for a cast",
    "22019": "invalid escape character",
    "2201B": "invalid regular expression", "2201E": "invalid argument for a logarithm",
    "2201F": "invalid argument for a power", "2201G": "invalid argument for width_bucket",
    "2201W": "a LIMIT is negative", "2201X": "an OFFSET is negative", "22021": "invalid bytes for the encoding",
    "22023": "invalid argument", "22025": "invalid escape sequence", "22030": "a JSON object has a key twice",
    "22031": "invalid argument for a JSON function", "22032": "invalid JSON", "22033": "invalid JSON subscript",
    "22034": "more than one JSON item", "22035": "no JSON item", "22036": "a JSON item is not a number",
    "22P02": "invalid text for the type", "22P03": "invalid binary data for the type",
    "22P05": "a character is not in the encoding", "23502": "a value is null", "23503": "a foreign key is violated",
    "23505": "a unique constraint is violated", "23514": "a check is violated", "23P01": "an exclusion is violated",
    "42501": "this user may not do that",
    "42601": "invalid syntax in a value", "42703": "a value names no column", "42704": "a value names no object",
    "42883": "a value names no function", "42P01": "a value names no table", "42602": "a value is no name",
    "58P01": "a file doesn't exist", "P0001": "a function or a trigger raised an error",
  ]

  /// The classes of the other SQLSTATEs.
  private static let groups = [
    "22": "a value is invalid", "23": "a constraint is violated", "3D": "a value names no database",
    "3F": "a value names no schema", "42": "a value can't be used in the statement", "44": "a view's check is violated",
    "58": "the server's system failed", "HV": "another server's table failed", "P0": "a function failed",
    "XX": "the server failed",
  ]
}

extension TableDescription {
  fileprivate var hasSensitiveColumns: Bool { columns.contains(where: \.isSensitive) }
}

#endif
