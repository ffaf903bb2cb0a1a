#if PostgreSQL
internal import Dispatch
@_spi(Backend) public import IgataRuntime

/// One thread for many tasks that wait for servers: it runs the tasks that have something to do, and waits for all the
/// others' answers at once.
///
/// Tasks run on it that say so, and those that they start:
///
/// ```swift
/// let loop = try PostgreSQLEventLoop()
/// await withTaskExecutorPreference(loop) {
///   await serve(requests, from: store)
/// }
/// ```
///
/// Where many tasks ask for little each, that takes less processor time than Swift's own pool of threads, as no thread is
/// woken for an answer. Nothing else is different, whichever backend is used.
///
/// What keeps the thread, such as a long calculation, keeps all its tasks waiting. Several loops use several processors.
public final class PostgreSQLEventLoop: TaskExecutor {
  let thread: LoopThread

  /// Starts a thread, which ends when nobody refers to the loop any more. Throws ``StoreError/unreachable(reason:)``
  /// where the process has no file descriptors left.
  public init() throws(StoreError) {
    guard let thread = LoopThread() else { throw .unreachable(reason: "the process has no file descriptors left") }
    self.thread = thread
    thread.loop = self
    DispatchQueue(label: "igata.postgresql.loop", qos: .userInitiated).async { thread.run() }
  }

  deinit { thread.stop() }

  public func enqueue(_ job: consuming ExecutorJob) { thread.enqueue(LoopJob(job: UnownedJob(job), loop: self)) }
}

/// A part of a task that is to be run, and the loop, which lives until it was.
struct LoopJob {
  var job: UnownedJob
  var loop: PostgreSQLEventLoop

  func run() { job.runSynchronously(on: loop.asUnownedTaskExecutor()) }
}

#endif
