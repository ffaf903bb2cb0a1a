private let requests = AsyncStream<Int> { $0.finish() }
private func serve(_ requests: AsyncStream<Int>, from store: Store) async {}
