import IgataRuntime

/// Keeps dictionaries as models of whatever structure it is told, and knows none by name: the article's `RealmDB`.
package struct Database {
  private let store: Store

  /// A database on a backend that whoever makes it chooses.
  package init(_ backend: any Backend) { store = Store(backend) }

  package func prepare(_ schema: any PersistableSchema.Type) async throws { try await store.prepare(schema.models) }

  package func save<Model: PersistableModel>(data: [String: Any], structure: Model.Type) async throws {
    try await store.save(data, as: structure)
  }

  package func load<Model: PersistableModel>(structure: Model.Type) async throws -> [[String: any Sendable]] {
    try await store.load(structure)
  }
}
