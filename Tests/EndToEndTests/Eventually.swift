import Testing

/// Waits until the condition is true, for events on a thread that can't be awaited. The time limit of the test ends it.
func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async throws {
  while !condition() { try await Task.sleep(for: .milliseconds(5)) }
}
