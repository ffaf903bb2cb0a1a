/// An error of a store.
///
/// A later release can add cases, so a `switch` over an error needs a `default`: the compiler asks for it, as one case
/// can't be named outside of backends.
///
/// Models and fields are named in the schema's words. No message holds the value of a `@sensitive` field: a message of
/// the database that may quote a value is replaced by what happened, and the names of what it happened to.
public indirect enum StoreError: Error, Hashable, Sendable {
  /// A row with the same key, or with the same values in a unique constraint, exists. `constraint` is the name of the
  /// unique index, or `primaryKey`; `fields` has the names in the schema: `owner`, or `address.city` for a field of a
  /// struct. If a row violates several constraints, the primary key is reported first, and otherwise the one that the
  /// backend checks first.
  case duplicateKey(model: String, constraint: String, fields: [String])
  /// A relation points to a row that doesn't exist. If a transaction's relations were checked when it was committed,
  /// the row may also have been deleted in it.
  case foreignKey(model: String, field: String)
  /// A row of `model` can't be deleted because the relation `field` of rows of `referrer` points to it, or to a row
  /// that would be deleted with it, and the relation's delete rule doesn't allow that. `keys` has the keys of the first
  /// three of these rows; it is empty if they could not be read.
  case inUse(model: String, referrer: String, field: String, keys: [String])
  /// A value breaks a constraint of the schema; `rule` is the constraint, such as `length(1...100)`. For a `check(…)`,
  /// it is the name of the check, and `field` lists its fields.
  case checkFailed(model: String, field: String, rule: String)
  /// There is no row with the key.
  case notFound(model: String, key: String)
  /// The row was changed after the model was loaded: its `@version` is different.
  case staleVersion(model: String, key: String)
  /// A model of which only the key is known was changed through the relation `field`, or was itself passed to a save.
  /// Nothing was written.
  case notLoaded(model: String, field: String)
  /// The target that was set for the relation `field` has other values in the columns that the relation shares with
  /// fields, such as another tenant. Nothing was written.
  case relationMismatch(model: String, field: String)
  /// One save has two different values of a row. Nothing was written.
  case conflictingChanges(model: String, key: String)
  case conversion(ConversionError)
  /// The backend can't run the query. Nothing was sent.
  case unsupportedQuery(expression: String, reason: String)
  /// The cursor of a page is malformed, or belongs to another query.
  case invalidCursor(reason: String)
  /// No backend can store the value, such as NaN, text that contains NUL, or a date out of range. Nothing was written.
  case unstorable(model: String, field: String, reason: String)
  /// The result of a sum or another calculation in a query is outside the range of its type.
  case overflow(expression: String)
  /// The database doesn't fit the schema. The differences are in the order of the tables, and complete. Nothing was
  /// changed.
  case schemaMismatch([SchemaDifference])
  /// The database is at an older version of the schema: call ``Store/migrate(_:options:progress:)-(Schema.Type,_,_)``.
  /// Nothing was changed.
  case migrationNeeded(from: Int, to: Int)
  /// Rows or other objects of the database don't fit a version of the schema. Nothing of that version was changed.
  case migrationFailed(version: Int, name: String, reason: String)
  /// The database is at a version that this program doesn't know, and that only programs of `compatibleFrom` or later
  /// can use. `known` is the newest version that this program knows. Nothing was changed.
  case newerDatabase(found: Int, compatibleFrom: Int, known: Int)
  /// The database has tables, but no version is recorded, and it fits none. `nearest` is the version with the fewest
  /// differences, which are `differences`. Nothing was changed.
  case unknownDatabase(nearest: Int, differences: [SchemaDifference])
  /// The database is at a version of this number whose schema or script is another one than in this program: the
  /// version was changed after it was sealed, or it isn't sealed yet. Nothing was changed.
  case changedVersion(Int, isSealed: Bool)
  /// The backend can't be reached. Trying again later may succeed.
  case unreachable(reason: String)
  /// Another process, or a transaction of this one that makes no call, has locked the database. Trying again later may
  /// succeed.
  case locked(reason: String)
  /// The transaction conflicted with another one. Repeating all of it may succeed.
  case conflict(reason: String)
  /// The server rejected the program's credentials, the program the server's certificate, or the connection's options
  /// can't be used. Trying again won't help.
  case accessDenied(reason: String)
  /// There is no space left to write to, or no key left to generate.
  case full(reason: String)
  /// The database is read-only.
  case readOnly(reason: String)
  /// What was read doesn't fit the schema, or the database file itself is damaged. `row` is the row's key.
  case corrupted(model: String, row: String?, column: String?, problem: String)
  /// The store or a session was used incorrectly, such as after its transaction had ended.
  case misuse(reason: String)
  /// The task was canceled. What was not committed is rolled back.
  case cancelled
  /// The store was closed; see ``Store/close(within:)``. What was not committed is rolled back.
  case closed
  /// The database is suspended, as the system is about to suspend the process. What was not committed is rolled back.
  /// The call may succeed after the database is resumed.
  case suspended
  /// Any other failure, with the engine's own message or, if that may quote a value, with what replaces it.
  ///
  /// `code` is SQLite's extended result code, or PostgreSQL's SQLSTATE as a number in base 36, such as
  /// `Int("23P01", radix: 36)` for a row that an exclusion constraint refuses.
  case backend(code: Int, message: String)
  /// Never thrown. It has no name outside of backends, so that no program can switch over all cases.
  @_spi(Backend) case _otherCasesMayBeAdded
}
