#if SQLite || canImport(SQLite3)

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A lock on an open file, which ends with the process that has it.
///
/// It is one on the first byte, of the open file and not of the process. SQLite's own locks begin at the byte 2³⁰, and
/// end when the process closes any descriptor of the file; `flock` and those would exclude each other on Apple
/// platforms.
struct FileLock: ~Copyable {
  enum State {
    case own
    /// Another one has locked the file.
    case others
    /// The file system has no such locks.
    case unsupported
  }

  /// `F_OFD_SETLK`, which not every C library declares.
  #if canImport(Darwin)
  private static let lockOpenFile: Int32 = 90
  #else
  private static let lockOpenFile: Int32 = 37
  #endif

  private let descriptor: Int32
  let state: State

  /// Locks an open file, if nobody else has, and closes it in the end.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_len = 1
    if fcntl(descriptor, Self.lockOpenFile, &lock) == 0 {
      state = .own
    } else {
      state = errno == EAGAIN || errno == EACCES ? .others : .unsupported
    }
  }

  deinit { close(descriptor) }

  /// Whether the file has a path.
  var hasName: Bool { status.map { $0.st_nlink > 0 } ?? false }

  /// Whether it is an ordinary file.
  var isOfFile: Bool { status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

  private var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }
}

#endif
