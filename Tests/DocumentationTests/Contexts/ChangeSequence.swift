private struct Index: Sendable {
  func apply(_ changes: [Change<Account>]) {}
  func rebuild(_ store: Store) async throws {}
}
private let index = Index()
