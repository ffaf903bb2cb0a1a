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
      let found = try await query.read(owners, context, session)
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
      let found = try await query.read(owners, context, session)
      return found.perOwner(found.models)
    }
    areSame = { query.query.areSame($0, $1) }
  }
}

/// Related rows that were read for several owners.
private struct FoundModels<Target: PersistableModel> {
  /// Each model once, also if it is in the lists of several owners.
  var models: [Target] = []
  var lists: OwnedLists

  /// The elements of each owner, of which there is one for each model.
  func perOwner<Element>(_ elements: [Element]) -> [[Element]] {
    lists.models.map { indexes in indexes.map { elements[$0] } }
  }
}

/// The lists of the owners of rows, while these are read.
private struct OwnedLists {
  /// The indexes of each owner's models, in the order of the query.
  private(set) var models: [[Int]]
  /// The indexes of the owners with a key, which are several if an owner was given several times.
  private var owners: [LoadKey: [Int]] = [:]
  /// The keys of the owners, each once.
  private(set) var keys: [LoadKey] = []
  private let readKey: (inout RowReader) -> LoadKey?
  private var known: KnownTargets?
  private var count = 0

  /// - Parameter known: Finds the rows that come several times; `nil` if none does.
  init(_ owners: RelatedOwners, _ related: RelatedRowQuery, _ known: KnownTargets?) {
    models = Array(repeating: [], count: owners.count)
    readKey = owners.keyReader(related.ownerColumns, at: related.foundColumns)
    self.known = known
    for (index, key) in owners.keys(related.ownerColumns).enumerated() {
      guard let key else { continue }
      if self.owners[key] == nil { keys.append(key) }
      self.owners[key, default: []].append(index)
    }
  }

  /// Adds the row to the lists of its owners. Returns whether it is a model that no row before it was.
  mutating func add(_ row: inout RowReader) -> Bool {
    // All rows were selected if there is no owner.
    guard let key = readKey(&row), let found = owners[key] else { return false }
    let model = known?.index(&row) ?? count
    for owner in found { models[owner].append(model) }
    if model < count { return false }
    count += 1
    return true
  }
}

extension RelatedQuery {
  /// Reads the rows of all owners by one query. Their relations are loaded by ``LoadContext/finish(from:_:)``.
  fileprivate func read(
    _ owners: RelatedOwners, _ context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) -> FoundModels<Target> {
    var related = try rows(of: owners)
    var lists = OwnedLists(owners, related, related.areDistinct ? nil : KnownTargets(Target.table))
    if lists.keys.isEmpty { return FoundModels(lists: lists) }
    if !owners.areAll { related.select(lists.keys) }
    if related.loadsOwner { owners.know(context) }
    let query = related.rows
    let models: [Target] = try await context.collect(
      Target.table, areAll: related.areDistinct && query.selectsAll, from: session, loadsLists: .all,
      self.query.included, where: { lists.add(&$0) }
    ) { (consume) throws(StoreError) in
      do throws(StoreError) { try await session.read(query, consume) } catch { throw query.naming(error) }
    }
    return FoundModels(models: models, lists: lists)
  }
}

/// The indexes of rows by their keys.
private struct KnownTargets {
  private let key: [Int]
  private let form: LoadKey.Form
  private var indexes: [LoadKey: Int] = [:]

  init(_ table: TableDescription) {
    key = table.primaryKey
    form = LoadKey.Form(table)
  }

  /// The index of the row, which is the next one if the row is new.
  mutating func index(_ row: inout RowReader) -> Int {
    let key = LoadKey(&row, at: key[0], form) ?? .values(key.map { row.rawValue($0) })
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
