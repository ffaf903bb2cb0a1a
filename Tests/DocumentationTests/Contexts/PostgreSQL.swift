private let requests = AsyncStream<Int> { $0.finish() }
private func answer(_ request: Int, from store: Store) async throws {}
