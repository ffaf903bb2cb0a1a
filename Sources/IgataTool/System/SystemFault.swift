#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A call that the operating system refused.
struct SystemFault: Error, Hashable {
  /// The system's number of the reason: `ENOENT`, `EACCES` and so on.
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// A name that can't be passed on as text.
  static let invalidName = SystemFault(EILSEQ)

  /// A device or a pipe where a file belongs.
  static let notAFile = SystemFault(ENODEV)

  /// What the last call left behind.
  static var last: SystemFault { SystemFault(errno) }

  var isBrokenPipe: Bool { number == EPIPE }

  var isMissing: Bool { number == ENOENT }

  /// The reason as a phrase that is the same on every system.
  var reason: String {
    switch number {
    case ENOENT: "there is no such file or folder"
    case EACCES, EPERM: "permission is denied"
    case EISDIR: "it is a folder"
    case ENOTDIR: "it or a part of its path is not a folder"
    case EEXIST: "it exists already"
    case ELOOP: "its symbolic links lead in a circle"
    case ENAMETOOLONG: "its name is too long"
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "the disk is read-only"
    case EMFILE, ENFILE: "too many files are open"
    case EFBIG: "it is too large"
    case EBADF: "it is closed"
    case ENODEV: "it is not a file"
    case EILSEQ: "its name is not UTF-8"
    case EIO: "the disk reports an error"
    default: "the system says '\(String(cString: strerror(number)))'"
    }
  }
}
