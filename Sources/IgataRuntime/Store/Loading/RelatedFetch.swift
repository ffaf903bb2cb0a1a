/// How rows at the other end of a relation are fetched with each model; see
/// ``RelatedQuery/with(_:)->RelatedFetch<(Target,[Related.Element])>``.
public struct RelatedFetch<Element: Sendable>: RelatedModels {
  /// The elements of each owner.
  typealias Load = @Sendable (
    _ owners: RelatedOwners, _ context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) -> [[Element]]

  let load: Load
  /// Whether two results are equal.
  let areSame: @Sendable ([Element], [Element]) -> Bool

  /// The models with related rows of their own.
  init<Target, each Related: RelatedModels>(
    _ query: RelatedQuery<Target>, _ related: RelatedFetches<repeat each Related>
  ) where Element == (Target, (repeat [(each Related).Element])) {
    load = { (owners, context, session) throws(StoreError) in
      let found = try await query.read(query.rows(of: owners), owners, context, session)
      let elements = try await related.load(
        with: found.models, RelatedOwners(found.models, readBy: query.query), context, session)
      return found.perOwner(elements)
    }
    areSame = { related.areSame($0, $1, query.query) }
  }

  /// This fetch.
  public var relatedFetch: RelatedFetch<Element> { self }
}

extension RelatedFetch where Element: PersistableModel {
  /// The models alone.
  init(_ query: RelatedQuery<Element>) {
    load = { (owners, context, session) throws(StoreError) in
      try await query.readLists(owners, context, session)
    }
    areSame = { query.query.areSame($0, $1) }
  }
}

/// Related rows that were read for several owners.
private struct FoundModels<Target: PersistableModel> {
  /// Each model once, also if it is in several lists.
  var models: [Target] = []
  /// The indexes of the models in each list.
  var indexes: [[Int]]
  let lists: OwnerLists

  /// The elements of each owner, of which there is one for each model.
  func perOwner<Element>(_ elements: [Element]) -> [[Element]] {
    lists.perOwner(indexes.map { indexes in indexes.map { elements[$0] } })
  }
}

extension RelatedQuery {
  /// Reads the rows of all owners by one query into the owners' lists. Their relations are loaded by
  /// ``LoadContext/finish(from:_:)``.
  fileprivate func readLists(
    _ owners: RelatedOwners, _ context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) -> [[Target]] {
    let related = try rows(of: owners)
    guard related.areDistinct, StoredKey.Form(Target.table) != .typed else {
      let found = try await read(related, owners, context, session)
      return found.perOwner(found.models)
    }
    let lists = OwnerLists(owners, related, context)
    let models = try await read(related, owners, lists, into: lists.keys.count, context, session) { list, _ in list }
    return lists.perOwner(models)
  }

  /// Reads the rows of all owners by one query, each once.
  fileprivate func read(
    _ related: RelatedRowQuery, _ owners: RelatedOwners, _ context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) -> FoundModels<Target> {
    let lists = OwnerLists(owners, related, context)
    var found = FoundModels<Target>(indexes: Array(repeating: [], count: lists.keys.count), lists: lists)
    var known = related.areDistinct ? nil : KnownTargets(Target.table)
    var count = 0
    let models = try await read(related, owners, lists, into: 1, context, session) { list, row in
      let model = known?.index(&row) ?? count
      found.indexes[list].append(model)
      if model < count { return nil }
      count += 1
      return 0
    }
    found.models = models[0]
    return found
  }

  /// - Parameter list: Returns the index of a row's list; `nil` to skip the row.
  private func read(
    _ related: RelatedRowQuery, _ owners: RelatedOwners, _ lists: OwnerLists, into count: Int, _ context: LoadContext,
    _ session: any BackendSession, at list: (_ owner: Int, _ row: inout RowReader) -> Int?
  ) async throws(StoreError) -> [[Target]] {
    if lists.keys.isEmpty { return Array(repeating: [], count: count) }
    var related = related
    if !owners.areAll { related.select(lists.keys) }
    let query = related.rows
    return try await context.collect(
      query, of: lists, into: count, areAll: related.areDistinct && query.selectsAll, from: session,
      self.query.included, at: list)
  }
}

/// The indexes of rows by their keys.
private struct KnownTargets {
  private let key: [Int]
  private let form: StoredKey.Form
  private var indexes: [StoredKey: Int] = [:]

  init(_ table: TableDescription) {
    key = table.primaryKey
    form = StoredKey.Form(table)
  }

  /// The index of the row, which is the next one if the row is new.
  mutating func index(_ row: inout RowReader) -> Int {
    let key = StoredKey(&row, at: key[0], form) ?? .values(key.map { row.rawValue($0) })
    let next = indexes.count
    if let index = indexes[key] { return index }
    indexes[key] = next
    return next
  }
}

/// What is fetched with each model of a query.
struct RelatedFetches<each Related: RelatedModels>: Sendable {
  private let fetches: (repeat RelatedFetch<(each Related).Element>)

  init(_ related: repeat each Related) { fetches = (repeat (each related).relatedFetch) }

  /// Fetches the models that the query selects, with the related rows.
  func fetch<Model: PersistableModel>(
    _ query: Query<Model>, _ context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) -> [(Model, (repeat [(each Related).Element]))] {
    let rows = query.rowQuery
    let models: [Model] = try await context.collect(rows, from: session, loadsLists: .all, query.included)
    let owners = RelatedOwners(models, readBy: query, areAll: rows.selectsAll)
    let found = try await load(with: models, owners, context, session)
    try await context.finish(from: session) { $0.error }
    return found
  }

  /// Fetches the related rows of the models, which are the owners. Throws ``StoreError/misuse(reason:)`` if no
  /// relation is fetched.
  func load<Model: PersistableModel>(
    with models: [Model], _ owners: RelatedOwners, _ context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) -> [(Model, (repeat [(each Related).Element]))] {
    var count = 0
    for _ in repeat each fetches { count += 1 }
    guard count > 0 else {
      throw .misuse(
        reason: """
          nothing is fetched with \(Model.table.model): return to-many relations, without labels; to-one relations are \
          loaded with 'including'
          """)
    }
    let lists = (repeat try await (each fetches).load(owners, context, session))
    return models.indices.map { index in (models[index], (repeat (each lists)[index])) }
  }

  /// Whether two results of the query are equal.
  func areSame<Model: PersistableModel>(
    _ left: [(Model, (repeat [(each Related).Element]))], _ right: [(Model, (repeat [(each Related).Element]))],
    _ query: Query<Model>
  ) -> Bool {
    guard left.count == right.count else { return false }
    for (left, right) in zip(left, right) {
      if !query.areSame([left.0], [right.0]) { return false }
      for (left, right, fetch) in repeat (each left.1, each right.1, each fetches) {
        if !fetch.areSame(left, right) { return false }
      }
    }
    return true
  }
}

extension Query {
  /// Whether models are equal, including the relations that the query loads.
  func areSame(_ left: [Model], _ right: [Model]) -> Bool { included.areSame(left, right) }
}
