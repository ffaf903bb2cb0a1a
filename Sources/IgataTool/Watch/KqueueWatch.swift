#if canImport(Darwin)
import Darwin

/// The implementation for the current system.
typealias SystemWatch = KqueueWatch

/// Uses kqueue to detect changes of files and folders.
struct KqueueWatch: ChangeWatch {
  private struct Opened {
    let file: Int32
    let identity: FileIdentity
  }

  private let queue: Int32
  private let signals: StopSignals
  /// The maximum number of files and folders that can be open for watching.
  private let room: Int
  /// The open files and folders by path.
  private var opened: [String: Opened] = [:]
  /// Whether something can't be watched because too many files are open.
  private var isIncomplete = false

  init(_ signals: StopSignals) throws(SystemFault) {
    self.signals = signals
    room = Self.makeRoom()
    queue = kqueue()
    guard queue >= 0 else { throw .last }
    for number in signals.numbers {
      guard add(UInt(number), EVFILT_SIGNAL, 0) else { throw .last }
    }
  }

  /// Raises the limit of open files, which is 256 in Terminal. Reserves some of them for generation.
  private static func makeRoom() -> Int {
    // The system doesn't accept more than `OPEN_MAX`.
    let largest: rlim_t = 10_240
    var limit = rlimit()
    guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return 0 }
    let usual = limit.rlim_cur
    limit.rlim_cur = min(max(usual, largest), limit.rlim_max)
    if setrlimit(RLIMIT_NOFILE, &limit) != 0 { limit.rlim_cur = usual }
    return max(Int(min(limit.rlim_cur, largest)) - 32, 0)
  }

  private func add(_ subject: UInt, _ filter: Int32, _ interest: Int32) -> Bool {
    var request = kevent(
      ident: subject, filter: Int16(filter), flags: UInt16(EV_ADD | EV_CLEAR), fflags: UInt32(interest), data: 0,
      udata: nil)
    return kevent(queue, &request, 1, nil, 0, nil) == 0
  }

  mutating func watch(_ inputs: WatchedInputs) -> Bool {
    let (wanted, isComplete) = inputs.watchable(upTo: room)
    for (path, old) in opened where !wanted.contains(path) || identity(of: path) != old.identity {
      // Closing it ends the watch.
      close(old.file)
      opened[path] = nil
    }
    var isNew = false
    isIncomplete = !isComplete
    for path in wanted where opened[path] == nil {
      guard let identity = identity(of: path) else { continue }
      let file = open(path, O_EVTONLY | O_CLOEXEC)
      guard file >= 0, add(UInt(file), EVFILT_VNODE, Self.interest) else {
        if file >= 0 { close(file) }
        isIncomplete = true
        continue
      }
      opened[path] = Opened(file: file, identity: identity)
      isNew = true
    }
    return isNew
  }

  private static let interest =
    NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_DELETE | NOTE_RENAME | NOTE_LINK | NOTE_REVOKE

  private func identity(of path: String) -> FileIdentity? { (try? FileSystem.status(of: path))?.identity }

  func wait(_ limit: Duration?) -> Wake {
    // If not everything is watched, the rest has to be polled.
    var time = timespec(limit ?? (isIncomplete ? .milliseconds(50) : .seconds(3600)))
    var event = kevent()
    while true {
      let count = kevent(queue, nil, 0, &event, 1, &time)
      if count > 0 { return Int32(event.filter) == EVFILT_SIGNAL ? .stop : .change }
      if count == 0, limit != nil { return .silence }
      if count == 0, isIncomplete { return .change }
      if count < 0, errno != EINTR { return .stop }
    }
  }
}
#endif
