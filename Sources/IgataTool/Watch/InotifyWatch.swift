#if os(Linux)
#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The implementation for the current system.
typealias SystemWatch = InotifyWatch

/// Uses inotify on Linux to detect changes in folders.
///
/// The system announces events by a signal, so that a single call waits for events and for the user's signals.
struct InotifyWatch: ChangeWatch {
  private let file: Int32
  private let signals: StopSignals
  /// The watch descriptors.
  private var folders: Set<Int32> = []
  private var inputs: WatchedInputs?
  /// Whether some folder can't be watched because there are too many.
  private var isIncomplete = false

  init(_ signals: StopSignals) throws(SystemFault) {
    self.signals = signals
    file = inotify_init()
    guard file >= 0 else { throw .last }
    var news = sigset_t()
    sigemptyset(&news)
    sigaddset(&news, SIGIO)
    sigprocmask(SIG_BLOCK, &news, nil)
    guard fcntl(file, F_SETFD, FD_CLOEXEC) == 0, fcntl(file, F_SETOWN, getpid()) == 0,
      fcntl(file, F_SETFL, O_ASYNC | O_NONBLOCK) == 0
    else { throw .last }
  }

  mutating func watch(_ inputs: WatchedInputs) -> Bool {
    self.inputs = inputs
    var current: Set<Int32> = []
    isIncomplete = false
    for folder in inputs.folders {
      // The same folder keeps its descriptor. A folder that replaced it gets another one.
      let number = inotify_add_watch(file, folder, Self.interest)
      if number >= 0 { current.insert(number) } else if errno == ENOSPC || errno == ENOMEM { isIncomplete = true }
    }
    for number in folders.subtracting(current) { inotify_rm_watch(file, number) }
    defer { folders = current }
    return !current.isSubset(of: folders)
  }

  private static let interest = [
    IN_MODIFY, IN_ATTRIB, IN_CLOSE_WRITE, IN_MOVED_FROM, IN_MOVED_TO, IN_CREATE, IN_DELETE, IN_DELETE_SELF,
    IN_MOVE_SELF, IN_ONLYDIR,
  ].reduce(UInt32(0)) { $0 | UInt32($1) }

  mutating func wait(_ limit: Duration?) -> Wake {
    let end = limit.map { ContinuousClock.now + $0 }
    // If not everything is watched, the rest has to be polled.
    let longest = isIncomplete ? Duration.milliseconds(50) : .seconds(3600)
    while true {
      let rest = end.map { max($0 - .now, .zero) } ?? longest
      switch nextSignal(within: min(rest, longest)) {
      case SIGIO?: if hasNews() { return .change }
      case .some: return .stop
      case nil:
        if let end, ContinuousClock.now >= end { return .silence }
        if end == nil, isIncomplete { return .change }
      }
    }
  }

  private func nextSignal(within time: Duration) -> Int32? {
    var set = signals.set
    sigaddset(&set, SIGIO)
    var limit = timespec(time)
    let number = sigtimedwait(&set, nil, &limit)
    return number > 0 ? number : nil
  }

  /// Reads all events, and returns whether any of them is relevant.
  private func hasNews() -> Bool {
    var matters = false
    let room = 1 << 16
    withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { buffer in
      while true {
        let count = read(file, buffer.baseAddress, room)
        guard count > 0 else { return }
        var start = 0
        while start + Self.headerSize <= count {
          let mask = buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
          let length = Int(buffer.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
          let name = buffer[(start + Self.headerSize)..<min(start + Self.headerSize + length, count)].prefix { $0 != 0 }
          if isOfInterest(mask, String(decoding: name, as: UTF8.self)) { matters = true }
          start += Self.headerSize + length
        }
      }
    }
    return matters
  }

  /// The size of an event's fixed fields: the descriptor, the mask, the cookie, and the length of the name.
  private static let headerSize = 16

  private func isOfInterest(_ mask: UInt32, _ name: String) -> Bool {
    if mask & UInt32(IN_IGNORED) != 0 { return false }
    if mask & UInt32(IN_ISDIR | IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF) != 0 { return true }
    return inputs?.mayHold(name) ?? true
  }
}
#endif
