#if SQLite || canImport(SQLite3)
internal import IgataRuntime

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file that is written beside another one, which it replaces when it is complete: `<path>.<number>.partial`.
///
/// It is locked for as long as this value exists, so that those of processes that were killed can be told from those
/// that are being written.
struct PartialFile: ~Copyable {
  private static let suffix = ".partial"

  /// The file that is replaced.
  private let target: DatabaseFile
  let file: DatabaseFile
  private let lock: FileLock

  /// Creates an empty file beside `target`. This user can read and write it.
  ///
  /// - Parameter path: A file; the others who can read it can read the new one. If there is none, only this user can.
  init(beside target: DatabaseFile, readableAs path: String) throws(StoreError) {
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o666 | 0o600 : 0o600
    while true {
      let file = DatabaseFile(path: "\(target.path).\(UInt32.random(in: .min ... .max))\(Self.suffix)")
      let descriptor = open(file.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw file.failure("create") }
      let lock = FileLock(descriptor)
      // Another process may have taken it for one that nobody writes, before it was locked.
      if lock.state == .others || !lock.hasName { continue }
      self.target = target
      self.file = file
      self.lock = lock
      return
    }
  }

  /// Replaces the other file.
  consuming func replaceTarget() throws(StoreError) {
    do throws(StoreError) {
      try file.move(to: target)
    } catch {
      remove()
      throw error
    }
  }

  consuming func remove() { try? file.remove() }

  /// Removes the files beside `target` that processes have left that were killed while they wrote them.
  static func removeStale(beside target: DatabaseFile) {
    guard let folder = opendir(target.folder) else { return }
    defer { closedir(folder) }
    let prefix = target.name + "."
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      // Texts are compared as bytes, as names of files are.
      guard name.utf8.starts(with: prefix.utf8), name.hasSuffix(suffix) else { continue }
      let number = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
      guard !number.isEmpty, number.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
      DatabaseFile(path: target.folder + name).removeUnlessLocked()
    }
  }
}

extension DatabaseFile {
  fileprivate func removeUnlessLocked() {
    // Neither waits for a pipe, nor follows a link.
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let lock = FileLock(descriptor)
    guard lock.isOfFile, lock.state == .own else { return }
    for file in [self] + ["-journal", "-wal", "-shm"].map({ DatabaseFile(path: path + $0) }) { try? file.remove() }
  }
}

#endif
