import IgataRuntime

/// Stores dictionaries as models of any given type, without naming one: the article's `RealmDB`.
package struct Database {
  private let store: Store

  /// A database with an injected backend.
  package init(_ backend: any Backend) { store = Store(backend) }

  package func prepare(_ schema: any PersistableSchema.Type) async throws { try await store.prepare(schema.models) }

  package func save<Model: PersistableModel>(data: [String: Any], structure: Model.Type) async throws {
    try await store.save(data, as: structure)
  }

  package func load<Model: PersistableModel>(structure: Model.Type) async throws -> [[String: any Sendable]] {
    try await store.load(structure)
  }
}
