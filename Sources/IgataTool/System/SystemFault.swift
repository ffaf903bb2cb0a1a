#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An error of a system call.
struct SystemFault: Error, Hashable {
  /// The error number of the system: `ENOENT`, `EACCES` and so on.
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// The error for a name that isn't valid text.
  static let invalidName = SystemFault(EILSEQ)

  /// The error for a device or a pipe instead of a file.
  static let notAFile = SystemFault(ENODEV)

  /// The error of the last system call.
  static var last: SystemFault { SystemFault(errno) }

  var isBrokenPipe: Bool { number == EPIPE }

  var isMissing: Bool { number == ENOENT }

  /// A description of the error that is the same on every system.
  var reason: String {
    switch number {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a folder"
    case ENOTDIR: "part of its path is not a folder"
    case EEXIST: "it already exists"
    case ELOOP: "its symbolic links form a cycle"
    case ENAMETOOLONG: "its name is too long"
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "the disk is read-only"
    case EMFILE, ENFILE: "too many files are open"
    case EFBIG: "it is too large"
    case EBADF: "it is closed"
    case ENODEV: "it is not a file"
    case EILSEQ: "its name is not UTF-8"
    case EIO: "the disk reported an error"
    default: "\(String(cString: strerror(number)))"
    }
  }
}
