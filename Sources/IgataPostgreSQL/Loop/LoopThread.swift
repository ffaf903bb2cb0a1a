#if PostgreSQL
internal import Dispatch
internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// The thread behind a ``PostgreSQLEventLoop``: it runs what there is to run, and then waits for sockets.
///
/// `@unchecked Sendable`: others only reach what stands behind the lock; the rest is the thread's own.
final class LoopThread: @unchecked Sendable {
  /// What other threads leave here.
  private struct Inbox {
    var jobs: [LoopJob] = []
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

  /// The loop whose thread it is, as what runs on it sees it, which keeps it. Not weak, as that makes each use of the
  /// loop elsewhere slower.
  unowned var loop: PostgreSQLEventLoop?
  private let inbox = Mutex(Inbox())
  private let alarm: Alarm
  private var jobs: [LoopJob] = []
  /// How many jobs stand behind the one that runs.
  private var waitingCount = 0
  private var sockets: PollSet

  /// Nothing where there are no file descriptors.
  init?() {
    guard let alarm = Alarm() else { return nil }
    self.alarm = alarm
    sockets = PollSet(alarm: alarm.descriptor)
  }

  // MARK: From any thread

  func enqueue(_ job: LoopJob) {
    if pthread_getspecific(Self.key) == Unmanaged.passUnretained(self).toOpaque() {
      jobs.append(job)
    } else {
      leave { $0.jobs.append(job) }
    }
  }

  /// Ends the thread once it has nothing to run and nothing to wait for.
  func stop() { leave { $0.isStopped = true } }

  private func leave(_ change: (inout Inbox) -> Void) {
    let wasAsleep = inbox.withLock { inbox in
      change(&inbox)
      defer { inbox.isAsleep = false }
      return inbox.isAsleep
    }
    if wasAsleep { alarm.ring() }
  }

  // MARK: From its own thread

  /// Whether nobody else is known to need the thread.
  var isFree: Bool { waitingCount == 0 && jobs.isEmpty && sockets.isEmpty }

  /// Calls `wake` once, when the socket can be used or the deadline comes.
  func watch(_ socket: Int32, orToWrite: Bool, until deadline: DispatchTime?, _ wake: @escaping PollSet.Wake) {
    sockets.add(socket, orToWrite: orToWrite, until: deadline, wake)
  }

  func unwatch(_ socket: Int32) { sockets.remove(socket) }

  func run() {
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.key, nil) }
    var running: [LoopJob] = []
    var woken: [(wake: PollSet.Wake, isReady: Bool)] = []
    while let mayBlock = takeInbox() {
      if sockets.wait(mayBlock: mayBlock, &woken) { alarm.silence() }
      for (wake, isReady) in woken { wake(isReady) }
      woken.removeAll(keepingCapacity: true)
      swap(&jobs, &running)
      waitingCount = running.count
      for job in running {
        waitingCount -= 1
        job.run()
      }
      running.removeAll(keepingCapacity: true)
    }
  }

  /// Takes what others have left. Returns whether there is nothing to do but to wait; nothing where the thread ends.
  private func takeInbox() -> Bool? {
    let (isIdle, isStopped) = inbox.withLock { inbox in
      jobs.append(contentsOf: inbox.jobs)
      inbox.jobs.removeAll(keepingCapacity: true)
      inbox.isAsleep = jobs.isEmpty
      return (inbox.isAsleep, inbox.isStopped)
    }
    return isIdle && isStopped && sockets.isEmpty ? nil : isIdle
  }
}

#endif
