/// What the runtime is measured at. The raw values are the C program's names.
enum RuntimeOperation: String, CaseIterable, Sendable {
  case insert, load, find, update, save, page, filter, sum
  case findInTransaction = "find-in-transaction"
  /// As `update`, with a call for each row.
  case updateOneByOne = "update-one-by-one"
  /// As `find` and `save`, by the backend's synchronous core: what `async` and the store cost is the difference.
  case findSynchronously = "find-at-once"
  /// As `find`, with an observer that is told of nothing, as no statement is slow.
  case findObserved = "find-observed"
  case saveSynchronously = "save-at-once"
  case saveHousehold = "save-household"
  case loadHousehold = "load-household"
  /// Owners that were loaded are referred to, and not written again.
  case insertReferring = "insert-referring"
  /// Three values of each account, one of them of its owner.
  case project
  /// Several aggregates of the accounts, by two keys.
  case group
  /// The owners, each with its accounts, which have a wrapper and a list.
  case related
  /// Accounts, each with its entries, which have no other relation.
  case relatedPlain = "related-plain"

  var title: String {
    switch self {
    case .insert: "insert 100,000"
    case .load: "load 100,000"
    case .find: "find by key, 10,000"
    case .findInTransaction: "find by key in a transaction, 10,000"
    case .findSynchronously: "find by key without async, 10,000"
    case .findObserved: "find by key with a silent observer, 10,000"
    case .update: "update 10,000 in a transaction"
    case .updateOneByOne: "update 10,000 in a transaction, one by one"
    case .save: "save 1,000, each its own transaction"
    case .saveSynchronously: "save 1,000 without async, each its own transaction"
    case .page: "page through 100,000 by ten"
    case .filter: "fetch 1,000, filtered and sorted"
    case .sum: "sum 100,000 in 1,000 groups"
    case .saveHousehold: "save 10,000 with owner, settings, three tags"
    case .loadHousehold: "load 10,000 with owner, settings, three tags"
    case .insertReferring: "insert 10,000 that refer to 100 loaded owners"
    case .project: "select three values of 10,000 and their owners"
    case .group: "aggregate 10,000 in 1,000 groups by two keys"
    case .related: "fetch 100 owners with their 10,000"
    case .relatedPlain: "fetch 100 accounts with their 10,000 entries"
    }
  }

  /// What it is to cost at most, as a multiple of the C program's instructions.
  var bar: Double {
    switch self {
    case .insert, .update, .updateOneByOne: 1.25
    case .save, .saveSynchronously, .insertReferring: 1.30
    case .load, .findInTransaction, .filter, .sum: 1.40
    case .find, .findSynchronously: 1.45
    // 1.05 times `find`.
    case .findObserved: 1.52
    case .page, .project, .group, .related, .relatedPlain: 1.50
    case .saveHousehold, .loadHousehold: 2.0
    }
  }

  /// What the C program calls it.
  var baseline: String {
    switch self {
    case .findSynchronously, .findObserved: Self.find.rawValue
    case .saveSynchronously: Self.save.rawValue
    default: rawValue
    }
  }

  /// The database that it begins with.
  var start: RuntimeStart {
    switch self {
    case .insert: .emptyLedger
    case .saveHousehold: .emptyHousehold
    case .loadHousehold, .project, .group: .filledHousehold
    case .related: .owned
    case .relatedPlain: .entered
    case .insertReferring: .owners
    default: .filledLedger
    }
  }
}

/// A database that operations begin with.
enum RuntimeStart: String, CaseIterable, Sendable {
  case emptyLedger = "empty-ledger"
  case filledLedger = "filled-ledger"
  case emptyHousehold = "empty-household"
  case filledHousehold = "filled-household"
  /// A household with owners only.
  case owners
  /// A household with owners and their accounts, which have no settings and no tags.
  case owned
  /// A household with a few accounts, and many entries of these.
  case entered

  var isHousehold: Bool { self != .emptyLedger && self != .filledLedger }
}

/// Where the database is.
enum DatabaseLocation: String, CaseIterable, Sendable {
  case file, memory
}
