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

  /// Calls `work` with each number from 1 to below `count`, each on a thread of its own, and `first` on this one, and
  /// returns when all are done.
  static func run(_ count: Int, _ work: @escaping @Sendable (Int) -> Void, first: () -> Void) {
    var threads: [pthread_t] = []
    for index in 1..<max(count, 1) {
      if let thread = start(ThreadJob(index, work)) { threads.append(thread) } else { work(index) }
    }
    first()
    for thread in threads { pthread_join(thread, nil) }
  }

  private static func start(_ job: ThreadJob) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    // As much as a main thread has everywhere.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let reference = Unmanaged.passRetained(job)
    #if canImport(Darwin) || canImport(Musl)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    if pthread_create(&thread, &attributes, performJob, reference.toOpaque()) == 0 { return thread }
    reference.release()
    return nil
  }
}

/// What a thread is to do.
private final class ThreadJob: Sendable {
  private let index: Int
  private let work: @Sendable (Int) -> Void

  init(_ index: Int, _ work: @escaping @Sendable (Int) -> Void) {
    self.index = index
    self.work = work
  }

  func perform() { work(index) }
}

#if canImport(Darwin)
private func performJob(_ job: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<ThreadJob>.fromOpaque(job).takeRetainedValue().perform()
  return nil
}
#else
private func performJob(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let job { Unmanaged<ThreadJob>.fromOpaque(job).takeRetainedValue().perform() }
  return nil
}
#endif
