/// What can go wrong between a program and its store. Closed: each case is something that a caller can act on.
///
/// Models and fields are named in the schema's words. No message holds the value of a `@sensitive` field.
public indirect enum StoreError: Error, Hashable, Sendable {
  /// A row with the same key, or with the same values under a unique constraint, exists. `constraint` is the name of
  /// the unique index, or `primaryKey`; `fields` are named as ``TableDescription/field(at:)`` does. Of several that a
  /// row repeats, the primary key comes first, and then the one that the backend looks at first.
  case duplicateKey(model: String, constraint: String, fields: [String])
  /// A relation points to a row that is not there. Where a transaction could only be held to its relations at its
  /// commit, it may also be that a row is gone to which the relation points.
  case foreignKey(model: String, field: String)
  /// A row of `model` can't be deleted, as the relation `field` of rows of `referrer` points to it, and its delete rule
  /// restricts that.
  case inUse(model: String, referrer: String, field: String)
  /// A value breaks a constraint of the schema; `rule` is the constraint, such as `length(1...100)`.
  case checkFailed(model: String, field: String, rule: String)
  /// No row has the key.
  case notFound(model: String, key: String)
  /// The row was changed since the model was loaded: its `@version` is another one.
  case staleVersion(model: String, key: String)
  case conversion(ConversionError)
  /// The backend can't run the query; nothing was sent.
  case unsupportedQuery(expression: String, reason: String)
  /// The cursor of a page is none, or of another query.
  case invalidCursor(reason: String)
  /// A value can be kept by no backend: NaN, text with NUL, a date beyond the range. Nothing was written.
  case unstorable(model: String, field: String, reason: String)
  /// The sum or the arithmetic of a query is outside the range of its type.
  case overflow(expression: String)
  /// What the database has does not fit the schema: every difference that was found, in the order of the tables.
  /// Nothing was changed.
  case schemaMismatch([SchemaDifference])
  /// The backend can't be reached; trying again makes sense.
  case unreachable(reason: String)
  /// Another process holds the database; trying again makes sense.
  case locked(reason: String)
  /// Another transaction came in between; trying this one again as a whole makes sense.
  case conflict(reason: String)
  /// Who the program says it is, or how, is not accepted, or what proves who the server is; trying again makes no sense.
  case accessDenied(reason: String)
  /// There is no room for what was to be written.
  case full(reason: String)
  /// The database can't be written to.
  case readOnly(reason: String)
  /// What was read is not what the schema says, or the database file itself is damaged. `row` is the row's key.
  case corrupted(model: String, row: String?, column: String?, problem: String)
  /// The session was used in a way that it forbids, such as after its transaction had ended.
  case misuse(reason: String)
  /// The task was cancelled. What was not committed is undone.
  case cancelled
  /// Any other failure, in the engine's own words.
  case backend(code: Int, message: String)
}
