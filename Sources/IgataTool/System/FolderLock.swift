import IgataDiagnostics

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A lock that gives one run of igata exclusive access to a folder.
///
/// The folder itself is locked, so that no lock file is needed. The system releases the lock when the process ends for
/// any reason.
enum FolderLock {
  enum Access {
    /// Others may read, but not write.
    case shared
    case exclusive
  }

  /// Runs `body` with the folder locked, if possible. A folder that doesn't exist can't be locked, and some network
  /// disks don't support locks. igata works without a lock then.
  ///
  /// Waits for other runs, but only for a limited time.
  static func with<Result>(
    _ location: FileLocation, _ access: Access, timeout seconds: Int = 60, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let folder: Int32
    do {
      folder = try location.openedFolder()
    } catch {
      guard error.isMissing else { throw .unwritable(location.path, error) }
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
          .unwritableOutput,
          "another igata process has been writing to '\(visible(location.path))' for \(seconds) seconds")
      }
      usleep(20_000)
    }
    return try body()
  }
}
