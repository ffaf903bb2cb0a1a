import IgataRuntime

/// The books of the shop, in a store that is injected.
package struct Catalogue {
  private let store: Store

  package init(_ store: Store) async throws {
    self.store = store
    try await store.prepare(CatalogueSchema.self)
  }

  package func add(_ books: [Book]) async throws { _ = try await store.save(books) }

  /// The books up to a price, the cheapest first.
  package func books(upTo price: Currency) async throws -> [Book] {
    try await store.fetch(Book.where { $0.price <= price }.order { $0.price.ascending })
  }
}
