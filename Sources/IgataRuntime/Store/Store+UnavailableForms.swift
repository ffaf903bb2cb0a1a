// What is written first by those who know other libraries. The compiler's message has the form that is one.

extension Store {
  /// A model has no rows that are fetched without a query.
  @available(*, unavailable, message: "fetch a query: 'fetch(Model.all)'")
  public func fetch<Model: PersistableModel>(_ model: Model.Type) async throws(StoreError) -> [Model] { [] }

  /// The condition is part of a query.
  @available(*, unavailable, message: "fetch a query: 'first(Model.where { … })'")
  public func first<Model: PersistableModel>(
    _ model: Model.Type, where condition: (Model.Columns) -> some ConditionTerm
  ) async throws(StoreError) -> Model? { nil }

  /// All rows are a query, too.
  @available(*, unavailable, message: "say which rows: 'delete(Model.all)'")
  public func delete<Model: PersistableModel>(_ model: Model.Type) async throws(StoreError) -> Int { 0 }

  /// All rows are a query, too.
  @available(*, unavailable, message: "count a query: 'count(Model.all)'")
  public func count<Model: PersistableModel>(_ model: Model.Type) async throws(StoreError) -> Int { 0 }

  /// All rows are a query, too.
  @available(*, unavailable, message: "observe a query: 'observe(Model.all)'")
  public func observe<Model: PersistableModel>(_ model: Model.Type) -> StoreObservation<[Model], StoreError> {
    observe(Model.all)
  }

  /// A field is named in the columns of the model.
  @available(*, unavailable, message: "name the field without its model: 'only: \\.name'")
  @_disfavoredOverload
  public func update<Model: PersistableModel, Value>(
    _ model: Model, only field: KeyPath<Model, Value>
  ) async throws(StoreError) -> Model { model }

  /// Only a sealed version can be migrated to.
  @available(*, unavailable, message: "no version is sealed: run 'igata migrate seal NAME', or call 'prepare'")
  @_disfavoredOverload
  public func migrate<Schema: PersistableSchema>(
    _ schema: Schema.Type, options: MigrationOptions = MigrationOptions()
  ) async throws(StoreError) -> MigrationOutcome { .current(0) }

  /// The program has to give the functions that versions call.
  @available(*, unavailable, message: "its versions call functions of the program: 'migrate(Schema.migrations(…))'")
  @_disfavoredOverload
  public func migrate<Schema: VersionedSchema>(
    _ schema: Schema.Type, options: MigrationOptions = MigrationOptions()
  ) async throws(StoreError) -> MigrationOutcome { .current(0) }
}
