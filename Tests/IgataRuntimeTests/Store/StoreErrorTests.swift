import Foundation
import IgataRuntime
import Testing

private let told: [(StoreError, String)] = [
  (
    .duplicateKey(model: "Seat", constraint: "primaryKey", fields: ["row", "number"]),
    "another Seat has this key (row, number): save or update it instead of inserting one"
  ),
  (
    .duplicateKey(model: "Person", constraint: "person_email_key", fields: ["email"]),
    "another Person has the same email (constraint person_email_key)"
  ),
  (
    .foreignKey(model: "Account", field: "owner"),
    "Account.owner would refer to a row that does not exist: save that row first, or clear the field"
  ),
  (
    .inUse(model: "Person", referrer: "Account", field: "owner", keys: []),
    "the Person can't be deleted: Account.owner refers to it, or to a row that would be deleted with it; "
      + "delete or change those rows first"
  ),
  (
    .inUse(model: "Person", referrer: "Account", field: "owner", keys: ["7", "8"]),
    "the Person can't be deleted: Account.owner refers to it, or to a row that would be deleted with it, "
      + "in the rows with the keys 7, 8; delete or change those rows first"
  ),
  (
    .inUse(model: "Person", referrer: "Account", field: "owner", keys: ["7", "8", "9"]),
    "the Person can't be deleted: Account.owner refers to it, or to a row that would be deleted with it, "
      + "in the rows with the keys 7, 8, 9 and perhaps in others; delete or change those rows first"
  ),
  (
    .checkFailed(model: "Person", field: "name", rule: "length(1...100)"),
    "Person.name: expected a value that satisfies length(1...100)"
  ),
  (.notFound(model: "Tag", key: "red"), "there is no Tag with the key red: insert or save one instead"),
  (
    .staleVersion(model: "Note", key: "7"),
    "the Note with the key 7 has changed since it was loaded: load it, and make the change again"
  ),
  (
    .conversion(ConversionError(path: ["Account", "name"], reason: .missing, expected: "text", found: "nothing")),
    "Account.name is missing: expected text"
  ),
  (
    .unsupportedQuery(expression: "a / b", reason: "there is no division"),
    "'a / b' can't be run: there is no division"
  ),
  (.invalidCursor(reason: "it is empty"), "the cursor is not valid for this page: it is empty"),
  (.unstorable(model: "Note", field: "text", reason: "it holds NUL"), "Note.text can't be stored: it holds NUL"),
  (.unstorable(model: "", field: "", reason: "it is too long"), "a value can't be stored: it is too long"),
  (.overflow(expression: "sum(amount)"), "the result of 'sum(amount)' is outside the range of its type"),
  (
    .schemaMismatch(table: "person", column: "name", problem: "it is an integer", help: "rename it"),
    "the database does not fit the schema at person.name: it is an integer; rename it"
  ),
  (
    .schemaMismatch(table: "person", column: nil, problem: "it is a view", help: "rename it"),
    "the database does not fit the schema at person: it is a view; rename it"
  ),
  (
    .schemaMismatch([
      SchemaDifference(
        table: "person", column: "full_name", field: "Person.name", found: "no such column", expected: "TEXT",
        help: "add it", sql: "ALTER TABLE person ADD COLUMN full_name TEXT;"),
      SchemaDifference(table: "tag", column: "name", field: "Tag.name", problem: "it is an integer", help: "rename it"),
    ]),
    """
    the database does not fit the schema in 2 respects:
    - Person.name (person.full_name): the database has no such column, the schema asks for TEXT; add it
    - Tag.name (tag.name): it is an integer; rename it
    run these statements, and prepare again:
    ALTER TABLE person ADD COLUMN full_name TEXT;
    """
  ),
  (.unreachable(reason: "no route"), "the backend can't be reached, try again later: no route"),
  (.locked(reason: "busy"), "another process or transaction has locked the database, try again later: busy"),
  (
    .conflict(reason: "deadlock detected"),
    "the transaction conflicted with another one, try all of it again: deadlock detected"
  ),
  (
    .accessDenied(reason: "no such role"),
    "the backend refuses the program, check names, passwords, certificates and options: no such role"
  ),
  (.full(reason: "disk full"), "there is no space left: disk full"),
  (.readOnly(reason: "no permission"), "the database is read-only: no permission"),
  (
    .corrupted(model: "Tag", row: "red", column: "name", problem: "it is no text"),
    "the data is damaged at Tag.name, row red: it is no text"
  ),
  (
    .corrupted(model: "", row: nil, column: nil, problem: "a page is malformed"),
    "the data is damaged at the database: a page is malformed"
  ),
  (.misuse(reason: "it has ended"), "the store was used incorrectly: it has ended"),
  (.cancelled, "the task was canceled; what was not committed is rolled back"),
  (.backend(code: 0, message: "odd"), "the backend failed: odd"),
  (.backend(code: 21, message: "odd"), "the backend failed: odd (code 21)"),
]

@Test(arguments: told) func errorsAreSentences(_ error: StoreError, _ sentence: String) {
  #expect("\(error)" == sentence)
  #expect(error.localizedDescription == sentence)
}
