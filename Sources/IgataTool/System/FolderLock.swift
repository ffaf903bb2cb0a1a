#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A folder that one run of igata has to itself, until the value is gone.
///
/// It is the folder itself that is locked, so that no file has to lie around for it; the system takes the lock away
/// when the process ends, however it ends.
struct FolderLock: ~Copyable {
  enum Access {
    /// Others may read, none may write.
    case shared
    case exclusive
  }

  private let folder: Int32
  /// Whether the file system has locks. Some network disks have none, and igata works there as well.
  let isHeld: Bool

  /// Waits for other runs, but not for ever.
  init(_ path: String, _ access: Access, patience seconds: Int = 60) throws(SystemFault) {
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .last }
    let operation = (access == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    var attempts = seconds * 50
    while flock(folder, operation) != 0 {
      let fault = SystemFault.last
      if fault.number == EINTR { continue }
      guard fault.number == EWOULDBLOCK else {
        isHeld = false
        return
      }
      attempts -= 1
      guard attempts > 0 else {
        close(folder)
        throw fault
      }
      usleep(20_000)
    }
    isHeld = true
  }

  deinit { close(folder) }

  /// Whether a fault says that another run holds the lock.
  static func isBusy(_ fault: SystemFault) -> Bool { fault.number == EWOULDBLOCK }
}
