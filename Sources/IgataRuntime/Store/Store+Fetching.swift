extension Store {
  /// The models that the query selects, in its order, each with its required relations, its wrappers and its lists.
  public func fetch<Model: PersistableModel>(_ query: Query<Model>) async throws(StoreError) -> [Model] {
    let rows = query.rowQuery
    try rows.check()
    return try await load(rows, query.included)
  }

  /// The first of the models that the query selects.
  public func first<Model: PersistableModel>(_ query: Query<Model>) async throws(StoreError) -> Model? {
    try await fetch(query.limit(Swift.min(1, query.limitCount ?? 1))).first
  }

  // Without `@inline(__always)`, the compiler gives this function a task frame of its own: 420 instructions for each
  // lookup.
  /// The model with the key; `nil` if there is none.
  @inlinable @inline(__always)
  public func find<Model: PersistableModel>(_ model: Model.Type, id: Model.PrimaryKey) async throws(StoreError)
    -> Model?
  {
    var outcome = LookupOutcome.unasked
    let found: Model? = try findSynchronously(id, &outcome)
    switch outcome {
    case .read: return found
    case .awaited(let answer): return try await receive(answer, id)
    case .unasked: return try await load(id)
    }
  }

  @usableFromInline
  func load<Model: PersistableModel>(_ id: Model.PrimaryKey) async throws(StoreError) -> Model? {
    let query = RowQuery(Model.table, where: .keyIsIn(columns: Model.table.primaryKey, [id._keyValues]))
    let models: [Model] = try await load(query)
    return models.first
  }

  /// The model of a lookup whose result has not arrived yet.
  @inlinable
  nonisolated(nonsending)
    func receive<Model: PersistableModel>(
      _ answer: any PendingLookup, _ id: Model.PrimaryKey
    ) async throws(StoreError) -> Model?
  {
    let table = Model.table
    var found: Model?
    let isRead = try await answer.read { (row) throws(StoreError) in
      row.source = readOrigin
      if row.next() { found = Model(row: &row) }
      try row.checkFault(table)
    }
    return isRead ? found : try await load(id)
  }

  /// The models with these keys, in the order in which the store sorts keys. Keys without a row are left out.
  public func find<Model: PersistableModel>(
    _ model: Model.Type, ids: some Sequence<Model.PrimaryKey>
  ) async throws(StoreError) -> [Model] {
    let keys = ids.map(\._keyValues)
    if keys.isEmpty { return [] }
    return try await load(RowQuery(Model.table, where: .keyIsIn(columns: Model.table.primaryKey, keys)))
  }

  func load<Model: PersistableModel>(
    _ query: RowQuery, _ included: IncludedRelations = IncludedRelations()
  ) async throws(StoreError) -> [Model] {
    let isSingle = !Model.table.loadsRelations && included.isEmpty
    if isSingle {
      var models: [Model] = []
      if try collectSynchronously(query, &models) { return models }
    }
    let identity = backend.identity
    return try await perform(isSingle ? .singleRead : .read) { (session) throws(StoreError) in
      if isSingle { return try await session.collect(query, .batch(of: identity)) }
      return try await LoadContext(identity).load(query, included, from: session)
    }
  }
}

extension Store {
  /// How many rows the query selects.
  public func count<Model: PersistableModel>(_ query: Query<Model>) async throws(StoreError) -> Int {
    guard case .integer(let count) = try await aggregate(query.rowQuery, .count) else { return 0 }
    return Int(truncatingIfNeeded: count)
  }

  /// Whether the query selects any row.
  public func exists<Model: PersistableModel>(_ query: Query<Model>) async throws(StoreError) -> Bool {
    try await count(query.limit(Swift.min(1, query.limitCount ?? 1))) > 0
  }

  /// The sum of a column, or of an expression, over the rows that the query selects. `nil` values are ignored. The sum
  /// is exact if the type is; if the type can't hold it, ``StoreError/overflow(expression:)`` is thrown.
  nonisolated(nonsending)
    public func sum<Model: PersistableModel, Value: QueryNumber>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> Value.QuerySum
  {
    let expression = column(Model._columns(RelationPath())).expression
    let sum = try await aggregate(query.rowQuery, .sum(expression))
    return try Value.QuerySum(sum, of: expression, Model.table)
  }

  /// The sum of a column whose type is a newtype; see ``sum(_:_:)``.
  nonisolated(nonsending)
    public func sum<Model: PersistableModel, Value: PersistableNewtype>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> Value.RawValue.QuerySum where Value.RawValue: QueryNumber
  {
    try await sum(query) { column($0).rawValue }
  }

  /// The least value of a column over the rows that the query selects; `nil` if there is none.
  nonisolated(nonsending)
    public func min<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> Value?
  {
    try await extreme(query, column) { .minimum($0) }
  }

  /// The least value of a column over the rows that the query selects; `nil` if there is none.
  nonisolated(nonsending)
    public func min<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value?>
    ) async throws(StoreError) -> Value?
  {
    try await extreme(query, column) { .minimum($0) } ?? nil
  }

  /// The greatest value of a column over the rows that the query selects; `nil` if there is none.
  nonisolated(nonsending)
    public func max<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value>
    ) async throws(StoreError) -> Value?
  {
    try await extreme(query, column) { .maximum($0) }
  }

  /// The greatest value of a column over the rows that the query selects; `nil` if there is none.
  nonisolated(nonsending)
    public func max<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value?>
    ) async throws(StoreError) -> Value?
  {
    try await extreme(query, column) { .maximum($0) } ?? nil
  }

  nonisolated(nonsending)
    private func extreme<Model: PersistableModel, Value: Storable>(
      _ query: Query<Model>, _ column: (Model.Columns) -> Column<Value>, _ make: (QueryExpression) -> Aggregate
    ) async throws(StoreError) -> Value?
  {
    let expression = column(Model._columns(RelationPath())).expression
    let value = try await aggregate(query.rowQuery, make(expression))
    return value.isNull ? nil : try Value(value, of: expression, Model.table)
  }

  /// One aggregate over all rows of a query.
  func aggregate(_ query: RowQuery, _ aggregate: Aggregate) async throws(StoreError) -> StoredValue {
    try query.check()
    try query.check([aggregate])
    let answer = try await perform(.singleRead) { (session) throws(StoreError) in
      try await session.groups(query, by: [], [aggregate]).first?.first ?? .null
    }
    return try aggregate.result(answer, [query.table])
  }
}

extension BackendSession {
  /// The values that identify each group, followed by its aggregates.
  func groups(
    _ query: RowQuery, by keys: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    do throws(StoreError) {
      return try await aggregate(query, by: keys, aggregates)
    } catch {
      throw query.naming(error, by: keys, aggregates)
    }
  }
}

extension Storable {
  /// Converts the result of a backend to its type.
  init(
    _ value: StoredValue, of expression: QueryExpression, _ table: TableDescription
  ) throws(StoreError) {
    // Backends calculate with `Double` instead of `Float`; the result is rounded to `Float` here.
    let value =
      if case .real(let number) = value, Self.self == Float.self || Self.self == Float?.self {
        StoredValue.real(Double(Float(number)))
      } else { value }
    self = try ValueRowCursor([[value]]).read { (row) throws(StoreError) in
      _ = row.next()
      let result = Self(row: &row, at: 0)
      switch row.fault?.reason {
      case nil: return result
      case .outOfRange: throw .overflow(expression: table.text(of: expression))
      case _?: throw .corrupted(model: table.model, row: nil, column: nil, problem: "a computed \(value.kindName)")
      }
    }
  }
}
