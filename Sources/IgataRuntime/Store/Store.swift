/// Saves, finds and deletes models with a backend.
///
/// ```swift
/// let store = Store(MemoryBackend())
/// try await store.prepare(HouseholdSchema.self)
/// let account = try await store.save(Account(name: "Cash", owner: Person(name: "Hanako")))
/// ```
///
/// A store is a value that is cheap to copy. All copies, and all other stores over the same backend, see the same rows.
/// Every method can be called from any task and any actor, and does none of its work on the main actor.
public struct Store: Sendable {
  /// Stores the rows.
  public let backend: any Backend
  /// The backend, if it may answer without suspending.
  let direct: (any DirectBackend)?
  /// Hears of what the store does.
  let observer: StoreObserver?
  /// The transaction that this store belongs to, if it was passed to the closure of one.
  let scope: TransactionScope?

  /// A store over a backend.
  ///
  /// - Parameters:
  ///   - backend: Stores the rows.
  ///   - observer: Hears of what this store does, and those that it passes to closures. Other stores over the same
  ///     backend may have others, or none.
  public init(_ backend: any Backend, observing observer: StoreObserver? = nil) {
    self.init(backend, scope: nil, observer)
  }

  init(_ backend: any Backend, scope: TransactionScope?, _ observer: StoreObserver?) {
    self.backend = backend
    self.observer = observer
    direct = backend as? any DirectBackend
    self.scope = scope
  }

  /// Creates the missing tables and indexes of a schema, and compares those that exist with the schema.
  ///
  /// If rows would be misread, or if values that the schema allows could not be saved, nothing is changed, and
  /// ``StoreError/schemaMismatch(_:)`` is thrown with every difference. <doc:PreparingADatabase> lists what is
  /// compared. It never migrates: if the database is at an older version of the schema,
  /// ``StoreError/migrationNeeded(from:to:)`` is thrown.
  @discardableResult
  public func prepare<Schema: PersistableSchema>(_ schema: Schema.Type) async throws(StoreError) -> PrepareReport {
    guard let migrations = SchemaMigrations(of: schema), backend is any MigratingBackend else {
      return try await prepare(schema.models)
    }
    return try await result(of: migrations, MigrationOptions(), goesForward: false).report
  }

  /// Like ``prepare(_:)-(Schema.Type)``, for these models. Models that others refer to come first.
  @discardableResult
  public func prepare(_ models: [any PersistableModel.Type]) async throws(StoreError) -> PrepareReport {
    let tables = try register(models, for: "prepare")
    return try await observing(.migrate) { () async throws(StoreError) in try await backend.prepare(tables) }
  }

  /// Makes models known to backends, and returns their tables.
  ///
  /// - Parameter operation: The method that was called, for the message.
  func register(
    _ models: [any PersistableModel.Type], for operation: String
  ) throws(StoreError) -> [TableDescription] {
    if scope != nil { throw .misuse(reason: "\(operation) was called in a transaction: call it before") }
    if backend.sessionScope != nil {
      throw .misuse(reason: "\(operation) was called with a scoped store: call it with the one that this was made of")
    }
    try TransactionScope.checkUse(of: backend.identity, scope: nil)
    try backend.identity.lifecycle.checkOpen()
    let tables = models.flatMap { $0.tables }
    for table in tables { try table.checkIsRead() }
    for model in models { model.table.register(model) }
    for table in tables { table.registerRelations() }
    return tables
  }
}

extension SchemaMigrations {
  /// The versions of a schema, without the functions of the program; `nil` if it has none.
  fileprivate init?(of schema: any PersistableSchema.Type) {
    if let schema = schema as? any MigratingSchema.Type {
      self = schema.migrations
    } else if let schema = schema as? any VersionedSchema.Type {
      self = schema.versions
    } else {
      return nil
    }
  }
}

extension TableDescription {
  /// Throws if a line of a description can't be parsed.
  fileprivate func checkIsRead() throws(StoreError) {
    guard let line = unreadLines.first else { return }
    throw .schemaMismatch(
      table: name, column: nil, problem: "its description has a line that this runtime can't parse: \(line)",
      help: "use the same release of igata and of its runtime, and generate again")
  }
}

extension PersistableModel {
  /// The model's table, and those of its ordered relations.
  fileprivate static var tables: [TableDescription] {
    [table] + table.relations.indices.compactMap { table.joinTable($0, owner: Self.self) }
  }
}
