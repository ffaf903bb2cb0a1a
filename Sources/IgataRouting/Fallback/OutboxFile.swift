@_spi(Backend) internal import IgataRuntime

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The file of an outbox, open and locked. It is used under the outbox's lock.
struct OutboxFile: Sendable {
  private let path: String
  private var descriptor: Int32
  private var length = 0
  /// Whether the last record may be followed by a part of one that could not be written.
  private var isUncut = false
  private let closer: Closer

  private final class Closer: Sendable {
    /// Closed only here. After the file is replaced, the new one has the same descriptor.
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
  }

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
    closer = Closer(descriptor)
  }

  /// Opens and locks a file, and reads its content.
  static func open(_ path: String) throws(StoreError) -> (OutboxFile, [UInt8]) {
    for _ in 0..<100 {
      let descriptor = openFile(path, O_RDWR | O_CREAT | O_CLOEXEC)
      if descriptor < 0 { throw failure(path, "can't be opened") }
      var file = OutboxFile(path, descriptor)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw .locked(reason: "the outbox '\(path)' is already open")
      }
      // The file may have been replaced between opening and locking it.
      guard file.isAtPath else { continue }
      return (file, try file.readAll())
    }
    throw .locked(reason: "the outbox '\(path)' is being replaced repeatedly")
  }

  private var isAtPath: Bool {
    var (own, there) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &there) == 0 && own.st_ino == there.st_ino
      && own.st_dev == there.st_dev
  }

  private mutating func readAll() throws(StoreError) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.failure(path, "can't be read")
      }
      content += buffer[..<count]
    }
    length = content.count
    return content
  }

  /// Truncates the file.
  mutating func cut(to length: Int) throws(StoreError) {
    isUncut = true
    guard ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, 0, SEEK_END) == off_t(length) else {
      throw Self.failure(path, "can't be cut")
    }
    isUncut = false
    self.length = length
  }

  /// Appends bytes, all or none. If `isDurable`, they are on the disk when this returns.
  mutating func append(_ bytes: [UInt8], isDurable: Bool = true) throws(StoreError) {
    if isUncut { try cut(to: length) }
    do throws(StoreError) {
      try Self.write(bytes, to: descriptor, path)
      if isDurable, !Self.isOnDisk(descriptor) { throw Self.failure(path, "can't be brought to the disk") }
    } catch {
      try cut(to: length)
      throw error
    }
    length += bytes.count
  }

  /// Replaces the whole content, or leaves it unchanged.
  mutating func replace(with bytes: [UInt8]) throws(StoreError) {
    let new = path + ".new"
    let other = Self.openFile(new, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC)
    if other < 0 { throw Self.failure(new, "can't be opened") }
    defer { close(other) }
    try Self.write(bytes, to: other, new)
    // The new file gets the descriptor of the old one, so that every copy of this value uses it. It is locked before it
    // becomes visible under its name.
    guard flock(other, LOCK_EX | LOCK_NB) == 0, Self.isOnDisk(other) else {
      throw Self.failure(new, "can't be brought to the disk")
    }
    guard rename(new, path) == 0 else { throw Self.failure(path, "can't be replaced") }
    guard dup2(other, descriptor) >= 0 else { throw Self.failure(path, "can't be replaced") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    length = bytes.count
    isUncut = false
    syncFolder()
  }

  /// Writes `content` to a new file next to this one, without overwriting one from earlier damage.
  func setAside(_ content: [UInt8]) throws(StoreError) {
    for number in 1...1000 {
      let copy = path + (number == 1 ? ".damaged" : ".damaged-\(number)")
      let descriptor = Self.openFile(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
      if descriptor < 0, errno == EEXIST { continue }
      if descriptor < 0 { throw Self.failure(copy, "can't be opened") }
      defer { close(descriptor) }
      try Self.write(content, to: descriptor, copy)
      guard Self.isOnDisk(descriptor) else { throw Self.failure(copy, "can't be brought to the disk") }
      return syncFolder()
    }
    throw .misuse(reason: "a thousand damaged outboxes are already next to '\(path)' already")
  }

  private func syncFolder() {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = Self.openFile(folder, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 {
      _ = Self.isOnDisk(descriptor)
      close(descriptor)
    }
  }

  /// Flushes a file or a folder to the disk. Returns whether that succeeded.
  private static func isOnDisk(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
    // `fsync` leaves the bytes in the cache of the drive. Not every file system supports more than that.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    if errno == EIO { return false }
    #endif
    return fsync(descriptor) == 0
  }

  private static func openFile(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Darwin)
    Darwin.open(path, flags, 0o600)
    #elseif canImport(Glibc)
    Glibc.open(path, flags, 0o600)
    #elseif canImport(Musl)
    Musl.open(path, flags, 0o600)
    #endif
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(StoreError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path, "can't be written to")
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func writeBytes(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    Darwin.write(descriptor, start, count)
    #elseif canImport(Glibc)
    Glibc.write(descriptor, start, count)
    #elseif canImport(Musl)
    Musl.write(descriptor, start, count)
    #endif
  }

  private static func failure(_ path: String, _ problem: String) -> StoreError {
    let code = errno
    let text = "the outbox '\(path)' \(problem): \(String(cString: strerror(code)))"
    switch code {
    case ENOSPC, EDQUOT, EFBIG: return .full(reason: text)
    case EROFS, EACCES, EPERM: return .readOnly(reason: text)
    default: return .backend(code: Int(code), message: text)
    }
  }
}
