private struct Logger: Sendable { func warning(_ message: @autoclosure () -> String) {} }

private let logger = Logger()
private let backend = MemoryBackend()
