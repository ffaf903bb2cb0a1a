import IgataDiagnostics

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A folder that one run of igata has to itself for a while.
///
/// It is the folder itself that is locked, so that no file has to lie around for it; the system takes the lock away
/// when the process ends, however it ends.
enum FolderLock {
  enum Access {
    /// Others may read, none may write.
    case shared
    case exclusive
  }

  /// Runs `body` with the folder locked, as far as it can be: there is nothing to lock where there is no folder, and
  /// some network disks have no locks; igata works there as well.
  ///
  /// Waits for other runs, but not for ever.
  static func with<Result>(
    _ path: String, _ access: Access, patience seconds: Int = 60, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      let fault = SystemFault.last
      guard fault.isMissing else { throw .unwritable(path, fault) }
      return try body()
    }
    // Closing the folder unlocks it.
    defer { close(folder) }
    let operation = (access == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    var attempts = seconds * 50
    while flock(folder, operation) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return try body() }
      attempts -= 1
      guard attempts > 0 else {
        throw Failure(
          .unwritableOutput, "another igata has been writing to '\(visible(path))' for \(seconds) seconds")
      }
      usleep(20_000)
    }
    return try body()
  }
}
