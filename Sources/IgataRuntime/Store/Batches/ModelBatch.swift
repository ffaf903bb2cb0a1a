/// Models with their relations.
struct ModelBatch<Model: PersistableModel>: RowBatch {
  let query: Query<Model>
  let context: LoadContext
  private(set) var models: [Model] = []

  init(_ query: Query<Model>, _ identity: StoreIdentity) {
    self.query = query
    context = LoadContext(identity)
  }

  var rows: RowQuery { query.rowQuery }
  var count: Int { models.count }

  mutating func append(
    _ session: any BackendSession,
    _ read: ((inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Void
  ) async throws(StoreError) {
    models += try await context.collect(Model.table, from: session, loadsLists: .all, query.included, read)
  }

  mutating func cut(to count: Int) { models.removeLast(max(0, models.count - count)) }

  func position(_ keyset: Keyset, _ session: any BackendSession) async throws(StoreError) -> [StoredValue]? {
    guard let last = models.last else { return nil }
    return try await keyset.values(of: last, session)
  }

  func elements(_ session: any BackendSession) async throws(StoreError) -> [Model] {
    try await context.finish(from: session) { $0.error }
    return models
  }
}

/// Models with what is fetched with them.
struct RelatedBatch<Model: PersistableModel, each Related: RelatedModels>: RowBatch {
  typealias Element = (Model, (repeat [(each Related).Element]))

  private var batch: ModelBatch<Model>
  private let related: RelatedFetches<repeat each Related>

  init(_ query: Query<Model>, _ related: RelatedFetches<repeat each Related>, _ identity: StoreIdentity) {
    batch = ModelBatch(query, identity)
    self.related = related
  }

  var rows: RowQuery { batch.rows }
  var count: Int { batch.count }

  mutating func append(
    _ session: any BackendSession,
    _ read: ((inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await batch.append(session, read)
  }

  mutating func cut(to count: Int) { batch.cut(to: count) }

  func position(_ keyset: Keyset, _ session: any BackendSession) async throws(StoreError) -> [StoredValue]? {
    try await batch.position(keyset, session)
  }

  func elements(_ session: any BackendSession) async throws(StoreError) -> [Element] {
    let owners = RelatedOwners(batch.models, readBy: batch.query)
    let elements = try await related.load(with: batch.models, owners, batch.context, session)
    _ = try await batch.elements(session)
    return elements
  }
}
