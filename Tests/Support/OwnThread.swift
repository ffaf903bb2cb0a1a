import Dispatch

/// Runs a test apart from the threads that all tests share. For a test that waits hundreds of times: there, each of its
/// turns would come after those of all others, and it would keep one of the few threads while it waits for a program.
public func onOwnThread<Result: Sendable>(
  _ body: @Sendable () async throws -> Result
) async throws -> Result {
  try await withTaskExecutorPreference(OwnThread()) { try await body() }
}

private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "a test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
