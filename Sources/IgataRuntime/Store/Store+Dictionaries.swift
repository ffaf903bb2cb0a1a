// For programs that have dictionaries instead of models.
extension Store {
  /// Makes a model from a dictionary and saves it; see ``PersistableModel/init(dictionary:unknownKeys:)`` for what the
  /// dictionary may hold, and ``save(_:)-(Model)`` for what is saved.
  ///
  /// If only the key of a required relation is given, as in `ownerID`, the related row is loaded, so that the returned
  /// model is complete. A key without a row throws ``StoreError/foreignKey(model:field:)``.
  @discardableResult
  nonisolated(nonsending)
    public func save<Model: PersistableModel>(
      _ dictionary: [String: Any], as model: Model.Type, unknownKeys: UnknownKeys = .reject
    ) async throws(StoreError) -> Model
  {
    try await save(Self.convert(dictionary, unknownKeys))
  }

  /// Makes models from dictionaries and saves them, all or none.
  @discardableResult
  nonisolated(nonsending)
    public func save<Model: PersistableModel>(
      _ dictionaries: [[String: Any]], as model: Model.Type, unknownKeys: UnknownKeys = .reject
    ) async throws(StoreError) -> [Model]
  {
    var models: [Model] = []
    models.reserveCapacity(dictionaries.count)
    for dictionary in dictionaries { models.append(try Self.convert(dictionary, unknownKeys)) }
    return try await save(models)
  }

  /// All rows of the model, as dictionaries; see ``PersistableModel/convert()``.
  public func load<Model: PersistableModel>(
    _ model: Model.Type
  ) async throws(StoreError) -> [[String: any Sendable]] {
    try await load(Model.all)
  }

  /// The rows that the query selects, as dictionaries.
  public func load<Model: PersistableModel>(
    _ query: Query<Model>
  ) async throws(StoreError) -> [[String: any Sendable]] {
    try await fetch(query).map { $0.convert() }
  }

  private static func convert<Model: PersistableModel>(
    _ dictionary: [String: Any], _ unknownKeys: UnknownKeys
  ) throws(StoreError) -> Model {
    do throws(ConversionError) {
      return try Model(dictionary: dictionary, unknownKeys: unknownKeys)
    } catch {
      throw .conversion(error)
    }
  }
}
