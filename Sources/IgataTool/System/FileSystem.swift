#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

#if canImport(Darwin)
typealias FolderStream = UnsafeMutablePointer<DIR>
#else
typealias FolderStream = OpaquePointer
#endif

/// System calls that access files. Loading Foundation would take longer than the rest of a run.
enum FileSystem {
  /// The maximum size of a file in MiB. It is larger than any schema or template.
  static let largestFileSize = 256

  private static let largestFile = largestFileSize << 20

  static func status(of path: String, followingLinks: Bool = true) throws(SystemFault) -> FileStatus {
    var found = stat()
    guard (followingLinks ? stat(path, &found) : lstat(path, &found)) == 0 else { throw .last }
    return FileStatus(found)
  }

  /// The status of the file at a path, or `nil` if it doesn't exist.
  static func existing(_ path: String, followingLinks: Bool = true) throws(SystemFault) -> FileStatus? {
    do {
      return try status(of: path, followingLinks: followingLinks)
    } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
  }

  /// Reads a file, which must not be a device, a pipe or a socket: reading one of those could take forever.
  static func read(_ path: String) throws(SystemFault) -> [UInt8] {
    let file = try opened(path)
    defer { close(file) }
    return try readFile(file)
  }

  /// Reads an open file, which must not be a device, a pipe or a socket.
  static func readFile(_ file: Int32) throws(SystemFault) -> [UInt8] {
    try requireFile(file)
    return try read(file)
  }

  private static func opened(_ path: String) throws(SystemFault) -> Int32 {
    // Opening a pipe would wait for the other side.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else { throw errno == ENXIO ? .notAFile : .last }
    return file
  }

  private static func requireFile(_ file: Int32) throws(SystemFault) {
    var found = stat()
    guard fstat(file, &found) == 0 else { throw .last }
    switch FileStatus(found).kind {
    case .file: break
    case .folder: throw SystemFault(EISDIR)
    case .link, .other: throw .notAFile
    }
  }

  /// The first bytes of a file, at most `count`.
  static func beginning(of path: String, _ count: Int) throws(SystemFault) -> [UInt8] {
    let file = try opened(path)
    defer { close(file) }
    return try beginning(of: file, count)
  }

  /// The first bytes of an open file, at most `count`.
  static func beginning(of file: Int32, _ count: Int) throws(SystemFault) -> [UInt8] {
    try requireFile(file)
    var bytes: [UInt8] = []
    _ = try readPart(file, upTo: count, into: &bytes)
    return bytes
  }

  /// Reads an open file to its end.
  static func read(_ file: Int32) throws(SystemFault) -> [UInt8] {
    var found = stat()
    guard fstat(file, &found) == 0 else { throw .last }
    if found.st_mode & S_IFMT == S_IFDIR { throw SystemFault(EISDIR) }
    guard found.st_size <= largestFile else { throw SystemFault(EFBIG) }
    var bytes: [UInt8] = []
    // One byte more than the file has, so that its end is detected without growing the buffer.
    var room = max(Int(found.st_size), 0) + 1
    while true {
      bytes.reserveCapacity(bytes.count + room)
      let count = try readPart(file, upTo: room, into: &bytes)
      if count == 0 { return bytes }
      guard bytes.count <= largestFile else { throw SystemFault(EFBIG) }
      // The byte that is left, unless the file has grown meanwhile.
      room = room > count ? room - count : 1 << 16
    }
  }

  /// Waits until a file can be read or written.
  ///
  /// - Parameters:
  ///   - input: The file to be read; `nil` to wait for none.
  ///   - output: The file to be written; `nil` to wait for none.
  ///   - milliseconds: The maximum time; -1 for no limit.
  /// - Returns: Whether reading, and whether writing, returns immediately.
  static func wait(
    reading input: Int32?, writing output: Int32? = nil, milliseconds: Int32
  ) -> (canRead: Bool, canWrite: Bool) {
    // A negative descriptor is ignored.
    var requests = [
      pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&requests, 2, milliseconds) > 0 else { return (false, false) }
    // The end of a stream and errors are found out by reading and writing.
    return (requests[0].revents != 0, requests[1].revents != 0)
  }

  /// The number of bytes that can be written without waiting after ``wait(reading:writing:milliseconds:)`` has returned
  /// that a pipe can be written: `PIPE_BUF`, which POSIX guarantees.
  static let writableCount = Int(PIPE_BUF)

  /// Reads what has arrived in a pipe, waiting for at least one byte. Empty at the end of the stream.
  static func readSome(_ file: Int32) throws(SystemFault) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try readPart(file, upTo: 1 << 16, into: &bytes)
    return bytes
  }

  private static func readPart(_ file: Int32, upTo room: Int, into bytes: inout [UInt8]) throws(SystemFault) -> Int {
    var failure: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      var result: Int
      repeat {
        #if canImport(Darwin)
        result = Darwin.read(file, buffer.baseAddress, room)
        #elseif canImport(Musl)
        result = Musl.read(file, buffer.baseAddress, room)
        #else
        result = Glibc.read(file, buffer.baseAddress, room)
        #endif
      } while result < 0 && errno == EINTR
      if result < 0 { failure = errno }
      count = max(result, 0)
    }
    guard failure == 0 else { throw SystemFault(failure) }
    if bytes.isEmpty { bytes = part } else { bytes.append(contentsOf: part) }
    return part.count
  }

  static func release(_ file: Int32) { close(file) }

  static func write(_ bytes: [UInt8], to file: Int32) throws(SystemFault) {
    var failure: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var start = 0
      while start < buffer.count, failure == 0 {
        let count = systemWrite(file, buffer.baseAddress?.advanced(by: start), buffer.count - start)
        if count >= 0 {
          start += count
        } else if errno == EAGAIN {
          waitUntilWritable(file)
        } else if errno != EINTR {
          failure = errno
        }
      }
    }
    guard failure == 0 else { throw SystemFault(failure) }
  }

  private static func systemWrite(_ file: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    Darwin.write(file, start, count)
    #elseif canImport(Musl)
    Musl.write(file, start, count)
    #else
    Glibc.write(file, start, count)
    #endif
  }

  private static func waitUntilWritable(_ file: Int32) {
    var request = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }

  /// The absolute path without `.` and `..`. Links aren't resolved.
  static func absolute(_ path: String) -> String {
    guard let folder = getcwd(nil, 0) else { return PathText.normalized(path) }
    defer { free(folder) }
    return PathText.normalized(PathText.join(String(cString: folder), path))
  }

  static func requireWritable(_ path: String) throws(SystemFault) {
    guard access(path, W_OK) == 0 else { throw .last }
  }

  /// The path with all links resolved.
  static func resolved(_ path: String) throws(SystemFault) -> String {
    guard let resolved = realpath(path, nil) else { throw .last }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Flushes a file, so that it is on disk before anything that is written later. Returns whether it succeeded.
  static func synchronize(_ file: Int32) -> Bool {
    #if canImport(Darwin)
    // `fsync` doesn't determine the order in which the drive writes, and `F_FULLFSYNC`, which empties the drive's
    // cache, would take long.
    if fcntl(file, F_BARRIERFSYNC) == 0 { return true }
    #endif
    return fsync(file) == 0
  }

  /// The entries of a folder, in no particular order.
  static func entries(of path: String) throws(SystemFault) -> [FolderEntry] {
    guard let folder = opendir(path) else { throw .last }
    return try entries(of: folder)
  }

  /// The entries of an open folder, which is closed.
  static func entries(of folder: FolderStream) throws(SystemFault) -> [FolderEntry] {
    defer { closedir(folder) }
    var entries: [FolderEntry] = []
    errno = 0
    while let entry = readdir(folder) {
      let (name, isUTF8) = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 1) { start in
          let exact = String(validatingCString: start)
          return (exact ?? String(cString: start), exact != nil)
        }
      }
      if name != ".", name != ".." {
        entries.append(FolderEntry(name: name, isUTF8: isUTF8, kind: FileStatus.Kind(entryType: entry.pointee.d_type)))
      }
      errno = 0
    }
    guard errno == 0 else { throw .last }
    return entries
  }
}

extension FileStatus {
  init(_ found: stat) {
    switch found.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: found.st_dev), number: UInt64(truncatingIfNeeded: found.st_ino))
    mode = UInt32(found.st_mode) & 0o7777
    names = Int(found.st_nlink)
    size = Int64(truncatingIfNeeded: found.st_size)
    #if canImport(Darwin)
    let time = found.st_ctimespec
    #else
    let time = found.st_ctim
    #endif
    changed = Int64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ Int64(truncatingIfNeeded: time.tv_nsec)
  }
}

extension FileStatus.Kind {
  /// The kind that the folder has for an entry, or `nil` for a link.
  fileprivate init?(entryType: UInt8) {
    switch Int(entryType) {
    case Int(DT_REG): self = .file
    case Int(DT_DIR): self = .folder
    case Int(DT_UNKNOWN), Int(DT_LNK): return nil
    default: self = .other
    }
  }
}
