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

  // The system has no numbers for the following errors, and none that is negative.

  /// The error for a link at a location that igata would change.
  static let link = SystemFault(-1)

  /// The error for the data of a version control system.
  static let versionControl = SystemFault(-2)

  /// The error for a file with content that igata doesn't write there.
  static let foreign = SystemFault(-3)

  /// The error for a link in a folder that leads out of it.
  static let outside = SystemFault(-4)

  /// The error of the last system call.
  static var last: SystemFault { SystemFault(errno) }

  var isBrokenPipe: Bool { number == EPIPE }

  var isMissing: Bool { number == ENOENT }

  /// A description of the error that is the same on every system.
  var reason: String {
    switch number {
    case Self.link.number: "a symbolic link is on its path, and igata does not follow links where it writes"
    case Self.versionControl.number: "it belongs to a version control system"
    case Self.foreign.number: "igata did not write it; remove it, or choose another name"
    case Self.outside.number: "a symbolic link leads out of the project; name its target on the command line"
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
    case EFBIG: "it is larger than \(FileSystem.largestFileSize) MiB"
    case EBADF: "it is closed"
    case ENODEV: "it is a device, a pipe or a socket instead of a file"
    case EILSEQ: "its name is not UTF-8"
    case EIO: "the disk reported an error"
    default: "\(String(cString: strerror(number)))"
    }
  }
}
