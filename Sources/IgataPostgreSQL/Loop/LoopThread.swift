#if PostgreSQL
internal import Dispatch
internal import IgataRuntime
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The thread behind a ``PostgreSQLEventLoop``: it runs what there is to run, sends what was gathered meanwhile, and
/// then waits for sockets.
///
/// `@unchecked Sendable`: others only reach what stands behind the lock; the rest is the thread's own.
final class LoopThread: @unchecked Sendable {
  /// What other threads leave here.
  private struct Inbox {
    var jobs: [LoopJob] = []
    var calls: [@Sendable () -> Void] = []
    var isStopped = false
    /// Whether the thread has to be woken.
    var isAsleep = false
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The one that this runs on.
  static var current: LoopThread? {
    pthread_getspecific(key).map { Unmanaged<LoopThread>.fromOpaque($0).takeUnretainedValue() }
  }

  private let inbox = Mutex(Inbox())
  private let (alarm, alarming): (Int32, Int32)
  @exclusivity(unchecked) private var jobs: [LoopJob] = []
  @exclusivity(unchecked) private var gathered: [GatheredFinds] = []
  @exclusivity(unchecked) private var sockets: PollSet

  /// Nothing where there are no file descriptors.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (alarm, alarming) = (ends[0], ends[1])
    sockets = PollSet(alarm: alarm)
  }

  deinit {
    close(alarm)
    close(alarming)
  }

  // MARK: From any thread

  func enqueue(_ job: LoopJob) {
    if pthread_getspecific(Self.key) == Unmanaged.passUnretained(self).toOpaque() {
      jobs.append(job)
    } else {
      leave { $0.jobs.append(job) }
    }
  }

  /// Makes a call on the thread.
  func call(_ call: @escaping @Sendable () -> Void) { leave { $0.calls.append(call) } }

  /// Ends the thread once it has nothing to run and nothing to wait for.
  func stop() { leave { $0.isStopped = true } }

  private func leave(_ change: (inout Inbox) -> Void) {
    let wasAsleep = inbox.withLock { inbox in
      change(&inbox)
      defer { inbox.isAsleep = false }
      return inbox.isAsleep
    }
    guard wasAsleep else { return }
    var byte: UInt8 = 0
    _ = write(alarming, &byte, 1)
  }

  // MARK: From its own thread

  /// Calls `wake` once, when the socket can be used or the deadline comes.
  func watch(_ socket: Int32, orToWrite: Bool, until deadline: DispatchTime?, _ wake: @escaping PollSet.Wake) {
    sockets.add(socket, orToWrite: orToWrite, until: deadline, wake)
  }

  func unwatch(_ socket: Int32) { sockets.remove(socket) }

  /// Those who look for rows of the table and have not asked yet.
  func finds(_ table: TableDescription, _ backend: PostgreSQLBackend) -> GatheredFinds? {
    gathered.first { $0.mayTake(table, backend) }
  }

  /// Has the finds sent before the thread waits.
  func gather(_ finds: GatheredFinds) { gathered.append(finds) }

  func run() {
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.key, nil) }
    var running: [LoopJob] = []
    var woken: [(wake: PollSet.Wake, isReady: Bool)] = []
    while let mayBlock = takeInbox() {
      if sockets.wait(mayBlock: mayBlock, &woken) { silence() }
      for (wake, isReady) in woken { wake(isReady) }
      woken.removeAll(keepingCapacity: true)
      swap(&jobs, &running)
      for job in running { job.run() }
      running.removeAll(keepingCapacity: true)
      for finds in gathered { finds.send() }
      gathered.removeAll(keepingCapacity: true)
    }
  }

  /// Takes what others have left. Returns whether there is nothing to do but to wait; nothing where the thread ends.
  private func takeInbox() -> Bool? {
    let (calls, isIdle, isStopped) = inbox.withLock { inbox in
      jobs.append(contentsOf: inbox.jobs)
      inbox.jobs.removeAll(keepingCapacity: true)
      defer { inbox.calls.removeAll() }
      inbox.isAsleep = jobs.isEmpty && inbox.calls.isEmpty
      return (inbox.calls, inbox.isAsleep, inbox.isStopped)
    }
    for call in calls { call() }
    return isIdle && isStopped && sockets.isEmpty ? nil : isIdle
  }

  private func silence() {
    var byte: UInt8 = 0
    _ = read(alarm, &byte, 1)
  }
}

#endif
