/// Keeps models: saves, finds and deletes them on the backend that it was given.
///
/// ```swift
/// let store = Store(MemoryBackend())
/// try await store.prepare(HouseholdSchema.self)
/// let account = try await store.save(Account(name: "Cash", owner: Person(name: "Hanako")))
/// ```
///
/// A store is a value and costs nothing to copy; every copy, and every other store over the same backend, sees the
/// same rows. All of it may be called from any task and any actor, and none of its work is done on the main actor.
public struct Store: Sendable {
  /// What keeps the rows.
  public let backend: any Backend
  /// The backend, where it answers at once.
  let direct: (any DirectBackend)?
  /// The backend, where it asks others, who may answer at once.
  let asked: (any LookupBackend)?
  /// The transaction that this store belongs to, where it was handed to the closure of one.
  let scope: TransactionScope?

  /// A store over a backend.
  public init(_ backend: any Backend) { self.init(backend, scope: nil) }

  init(_ backend: any Backend, scope: TransactionScope?) {
    self.backend = backend
    direct = backend as? any DirectBackend
    asked = direct == nil ? backend as? any LookupBackend : nil
    self.scope = scope
  }

  /// Creates the tables and indexes of a schema that are missing, and compares those that are there with it.
  ///
  /// Throws ``StoreError/schemaMismatch(_:)`` with every difference, having changed nothing, if rows would be misread,
  /// or if what the schema allows could not be saved. <doc:PreparingADatabase> lists what is compared.
  @discardableResult
  public func prepare<Schema: PersistableSchema>(_ schema: Schema.Type) async throws(StoreError) -> PrepareReport {
    try await prepare(schema.models)
  }

  /// As ``prepare(_:)-(Schema.Type)``, for these models; those that others refer to come first.
  @discardableResult
  public func prepare(_ models: [any PersistableModel.Type]) async throws(StoreError) -> PrepareReport {
    if scope != nil { throw .misuse(reason: "prepare was called in a transaction: call it before") }
    try TransactionScope.checkUse(of: backend.identity, scope: nil)
    let tables = models.flatMap { $0.tables }
    for table in tables { try table.checkIsRead() }
    for model in models { model.table.register(model) }
    return try await backend.prepare(tables)
  }
}

extension TableDescription {
  /// Refuses a description of which a line can't be read.
  fileprivate func checkIsRead() throws(StoreError) {
    guard let line = unreadLines.first else { return }
    throw .schemaMismatch(
      table: name, column: nil, problem: "its description holds a line that this runtime does not know: \(line)",
      help: "take the same release of igata and of its runtime, and generate again")
  }
}

extension PersistableModel {
  /// Its table, and those of its ordered relations.
  fileprivate static var tables: [TableDescription] {
    [table] + table.relations.indices.compactMap { table.joinTable($0, owner: Self.self) }
  }
}
