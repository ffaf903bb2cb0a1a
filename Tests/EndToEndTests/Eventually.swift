import Testing

/// Waits until the condition holds, for what happens on a thread that nobody can wait for. The time limit of the test
/// ends it.
func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async throws {
  while !condition() { try await Task.sleep(for: .milliseconds(5)) }
}
