public import Foundation

extension StoreError: CustomStringConvertible {
  /// One sentence: where the error is, what is wrong, and what would fix it. It is written for developers; decide case
  /// by case what to show to users.
  public var description: String {
    switch self {
    case .duplicateKey(let model, "primaryKey", let fields):
      "another \(model) has this key (\(fields.joined(separator: ", "))): save or update it instead of inserting one"
    case .duplicateKey(let model, let constraint, let fields):
      "another \(model) has the same \(fields.joined(separator: ", ")) (constraint \(constraint))"
    case .foreignKey(let model, let field):
      "\(model).\(field) would refer to a row that does not exist: save that row first, or clear the field"
    case .inUse(let model, let referrer, let field, let keys):
      "the \(model) can't be deleted: \(referrer).\(field) refers to it, or to a row that would be deleted with it"
        + Self.rows(keys) + "; delete or change those rows first"
    case .checkFailed(let model, let field, let rule):
      "\(Self.location(model, field)): expected a value that satisfies \(rule)"
    case .notFound(let model, let key): "there is no \(model) with the key \(key): insert or save one instead"
    case .staleVersion(let model, let key):
      "the \(model) with the key \(key) has changed since it was loaded: load it, and make the change again"
    case .notLoaded(let model, ""):
      "only the key of this \(model) is known, and its other values are blank: load it before it is saved"
    case .notLoaded(let model, let field):
      "\(model).\(field) was changed, but only its key is known: load it, change it, and save it itself"
    case .relationMismatch(let model, let field):
      "\(model).\(field) was set to a model that differs in the columns that the relation shares with fields of "
        + "\(model): set those fields to the same values"
    case .conflictingChanges(let model, let key):
      "the \(model) with the key \(key) has two different values in one save: save it once, by itself"
    case .conversion(let error): error.description
    case .unsupportedQuery(let expression, let reason): "'\(expression)' can't be run: \(reason)"
    case .invalidCursor(let reason): "the cursor is not valid for this page: \(reason)"
    case .unstorable(let model, let field, let reason):
      "\(Self.location(model, field, or: "a value")) can't be stored: \(reason)"
    case .overflow(let expression): "the result of '\(expression)' is outside the range of its type"
    case .schemaMismatch(let differences): differences.message
    case .migrationNeeded(let from, let to):
      "the database is at version \(from) of the schema, and this program needs version \(to): call 'store.migrate' "
        + "instead of 'store.prepare'"
    case .migrationFailed(let version, let name, let reason):
      "the migration to version \(version)\(name.isEmpty ? "" : " '\(name)'") failed: \(reason); the database is still "
        + "at version \(version - 1)"
    case .newerDatabase(let found, let compatibleFrom, let known):
      "the database is at version \(found) of the schema, which programs of version \(compatibleFrom) or later can use"
        + ", and this program knows version \(known): install a newer program, or, if the database is that of another "
        + "schema, give this one its own; nothing was changed"
    case .unknownDatabase(let nearest, let differences):
      "the database fits no version of the schema; the nearest is version \(nearest):"
        + differences.prefix(5).map { "\n- \($0)" }.joined()
        + (differences.count > 5 ? "\n- and \(differences.count - 5) more" : "")
    case .changedVersion(let number, true):
      "the database is at another version \(number) of the schema than this program has: if version \(number) was "
        + "changed after it was sealed, take the change back, and seal it as a new version; if the database is that of "
        + "another schema, give this one its own"
    case .changedVersion(let number, false):
      "the database is at an earlier state of version \(number), which isn't sealed yet and has changed since: delete "
        + "the database, or migrate with 'recreatesUnsealed' while you develop"
    case .unreachable(let reason): "the backend can't be reached, try again later: \(reason)"
    case .locked(let reason): "another process or transaction has locked the database, try again later: \(reason)"
    case .conflict(let reason): "the transaction conflicted with another one, try all of it again: \(reason)"
    case .accessDenied(let reason):
      "the backend refuses the program, check names, passwords, certificates and options: \(reason)"
    case .full(let reason): "there is no space left: \(reason)"
    case .readOnly(let reason): "the database is read-only: \(reason)"
    case .corrupted(let model, let row, let column, let problem):
      "the data is damaged at \(Self.location(model, column))\(row.map { ", row \($0)" } ?? ""): \(problem)"
    case .misuse(let reason): "the store was used incorrectly: \(reason)"
    case .cancelled: "the task was canceled; what was not committed is rolled back"
    case .closed: "the store was closed; what was not committed is rolled back"
    case .suspended: "the database is suspended, try again when it is resumed; what was not committed is rolled back"
    case .backend(code: 0, let message): "the backend failed: \(message)"
    case .backend(let code, let message): "the backend failed: \(message) (code \(code))"
    case ._otherCasesMayBeAdded: "the backend failed"
    }
  }

  /// How many of the rows that refer to a deleted row an error names.
  static var namedRows: Int { 3 }

  private static func rows(_ keys: [String]) -> String {
    if keys.isEmpty { return "" }
    let others = keys.count < namedRows ? "" : " and perhaps in others"
    return ", in the rows with the keys \(keys.joined(separator: ", "))\(others)"
  }

  /// The location as in `Account.name`. If the engine doesn't report the table or the column, it is empty.
  private static func location(_ table: String, _ column: String?, or unknown: String = "the database") -> String {
    let parts = [table, column ?? ""].filter { !$0.isEmpty }
    return parts.isEmpty ? unknown : parts.joined(separator: ".")
  }
}

/// Makes `localizedDescription` return the same text.
extension StoreError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
