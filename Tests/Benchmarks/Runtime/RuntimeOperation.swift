/// What the runtime is measured at. The raw values are the C program's names.
enum RuntimeOperation: String, CaseIterable, Sendable {
  case insert, load, find, update, save, page, filter
  case findInTransaction = "find-in-transaction"
  /// As `update`, with a call for each row.
  case updateOneByOne = "update-one-by-one"

  var title: String {
    switch self {
    case .insert: "insert 100,000"
    case .load: "load 100,000"
    case .find: "find by key, 10,000"
    case .findInTransaction: "find by key in a transaction, 10,000"
    case .update: "update 10,000 in a transaction"
    case .updateOneByOne: "update 10,000 in a transaction, one by one"
    case .save: "save 1,000, each its own transaction"
    case .page: "page through 100,000 by ten"
    case .filter: "fetch 1,000, filtered and sorted"
    }
  }

  /// The most that it may cost, as a multiple of the C program's instructions.
  var bar: Double {
    switch self {
    case .insert, .update, .updateOneByOne, .save: 1.25
    case .findInTransaction: 1.30
    case .load, .find, .page, .filter: 1.40
    }
  }

  /// Whether it begins with an empty database.
  var beginsEmpty: Bool { self == .insert }
}

/// Where the database is.
enum RuntimePlace: String, CaseIterable, Sendable {
  case file, memory
}
