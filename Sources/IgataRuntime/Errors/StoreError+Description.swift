public import Foundation

extension StoreError: CustomStringConvertible {
  /// One sentence: where, what is wrong, and what would fix it. It is written for whoever keeps the program; what its
  /// users are told is decided case by case.
  public var description: String {
    switch self {
    case .duplicateKey(let model, "primaryKey", let fields):
      "another \(model) has this key (\(fields.joined(separator: ", "))): save or update it instead of inserting one"
    case .duplicateKey(let model, let constraint, let fields):
      "another \(model) has the same \(fields.joined(separator: ", ")) (constraint \(constraint))"
    case .foreignKey(let model, let field):
      "\(model).\(field) would refer to a row that is not there: save that row first, or clear the field"
    case .inUse(let model, let referrer, let field):
      "the \(model) can't be deleted: \(referrer).\(field) refers to it, or to a row that would go with it; delete or "
        + "change those rows first"
    case .checkFailed(let model, let field, let rule):
      "\(Self.place(model, field)): expected a value that keeps to \(rule)"
    case .notFound(let model, let key): "there is no \(model) with the key \(key): insert or save one instead"
    case .staleVersion(let model, let key):
      "the \(model) with the key \(key) has changed since it was loaded: load it, and make the change again"
    case .conversion(let error): error.description
    case .unsupportedQuery(let expression, let reason): "'\(expression)' can't be run by this backend: \(reason)"
    case .invalidCursor(let reason): "the cursor is not good for this page: \(reason)"
    case .unstorable(let model, let field, let reason):
      "\(Self.place(model, field, or: "a value")) can't be stored: \(reason)"
    case .overflow(let expression): "the result of '\(expression)' is outside the range of its type"
    case .schemaMismatch(let differences): differences.message
    case .unreachable(let reason): "the backend can't be reached, try again later: \(reason)"
    case .locked(let reason): "another process holds the database, try again later: \(reason)"
    case .conflict(let reason): "another transaction came in between, try this one again as a whole: \(reason)"
    case .accessDenied(let reason):
      "the program and the backend do not trust each other, look at names, passwords and certificates: \(reason)"
    case .full(let reason): "there is no room for what was to be written: \(reason)"
    case .readOnly(let reason): "the database can't be written to: \(reason)"
    case .corrupted(let model, let row, let column, let problem):
      "what was read is damaged at \(Self.place(model, column))\(row.map { ", row \($0)" } ?? ""): \(problem)"
    case .misuse(let reason): "the store was used in a way that it forbids: \(reason)"
    case .cancelled: "the task was cancelled; what was not committed is undone"
    case .backend(code: 0, let message): "the backend failed: \(message)"
    case .backend(let code, let message): "the backend failed: \(message) (code \(code))"
    }
  }

  /// `Account.name`. Where an engine does not tell them, either is empty.
  private static func place(_ table: String, _ column: String?, or unknown: String = "the database") -> String {
    let parts = [table, column ?? ""].filter { !$0.isEmpty }
    return parts.isEmpty ? unknown : parts.joined(separator: ".")
  }
}

/// So that `localizedDescription` says the same.
extension StoreError: LocalizedError {
  /// What ``description`` says.
  public var errorDescription: String? { description }
}
