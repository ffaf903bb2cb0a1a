#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Work that is done by several threads at a time. Those of the system: a task of Swift's would bring its whole runtime
/// into a program that else starts in a millisecond.
enum Threads {
  /// How many threads can run at a time, as far as that helps.
  static let available = min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), 8)

  /// Calls `work` with each number below `count`, each on a thread of its own, and returns when all are done.
  static func run(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    for index in 1..<max(count, 1) {
      guard let thread = start({ work(index) }) else {
        work(index)
        continue
      }
      threads.append(thread)
    }
    work(0)
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Job: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  private static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    // As much as a main thread has everywhere.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let job = Unmanaged.passRetained(Job(work))
    #if canImport(Darwin)
    var thread: pthread_t?
    let failure = pthread_create(&thread, &attributes, { perform($0) }, job.toOpaque())
    #else
    var thread = pthread_t()
    let failure = pthread_create(&thread, &attributes, { perform($0) }, job.toOpaque())
    #endif
    if failure == 0 { return thread }
    job.release()
    return nil
  }

  private static func perform(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let job else { return nil }
    Unmanaged<Job>.fromOpaque(job).takeRetainedValue().work()
    return nil
  }
}
