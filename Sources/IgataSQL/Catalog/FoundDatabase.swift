@_spi(Backend) public import IgataRuntime

/// A database, as its catalog describes it, whoever made it.
@_spi(Backend) public struct FoundDatabase: DatabaseCatalog, Sendable {
  /// The tables and views by their names, without those of the engine and those in which Igata keeps records.
  public var objects: [String: FoundObject] = [:]
  public var records: [String: TableRecord] = [:]
  /// The statements that make what the database has, sorted; empty for an engine that doesn't keep them.
  public var definitions: [String] = []

  public init() {}
}

/// A backend whose catalog can be read as a whole.
@_spi(Backend) public protocol CatalogedBackend: InspectableBackend {
  var catalogDialect: any CatalogDialect { get }

  /// Everything that the catalog has. An object that can't be read is ``FoundObject/other(_:)``.
  func foundDatabase() async throws(StoreError) -> FoundDatabase

  /// The rows of a query without parameters, whose columns are texts.
  func texts(_ sql: String) async throws(StoreError) -> [[String?]]
}

@_spi(Backend) extension CatalogedBackend {
  public func structure() async throws(StoreError) -> DatabaseStructure {
    let database = try await foundDatabase()
    return DatabaseStructure(of: Array(database.objects.keys), database, catalogDialect)
  }
}
