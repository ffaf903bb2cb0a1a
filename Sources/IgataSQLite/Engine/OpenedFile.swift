#if SQLite || canImport(SQLite3)
internal import IgataRuntime
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The files of a database that is open, as they were when it was opened. A file that was deleted or replaced since
/// still takes what is written to it, but nobody else ever reads it.
struct OpenedFile: Sendable {
  private struct Part: Sendable {
    var path: String
    var identity: FileIdentity
  }

  private let parts: [Part]

  /// The database at a path, and its log if it is `logged`; `nil` if there is no file.
  init?(_ file: DatabaseFile, logged: Bool) {
    guard FileIdentity(of: file.path) != nil else { return nil }
    let paths = [file.path] + (logged ? [file.path + "-wal"] : [])
    parts = paths.compactMap { path in FileIdentity(of: path).map { Part(path: path, identity: $0) } }
  }

  /// The same database, with the log that it has now.
  var withLog: OpenedFile? { parts.first.flatMap { OpenedFile(DatabaseFile(path: $0.path), logged: true) } }

  var hasLog: Bool { parts.count > 1 }

  /// The same database, with whatever log it gets.
  var withoutLog: OpenedFile { OpenedFile(parts: Array(parts.prefix(1))) }

  private init(parts: [Part]) { self.parts = parts }

  /// Throws if a file was deleted, or if its path now names another one.
  func check() throws(StoreError) {
    for part in parts {
      let found = FileIdentity(of: part.path)
      guard found != part.identity else { continue }
      let event = found == nil ? "deleted" : "replaced by another file"
      throw .unreachable(
        reason: "'\(part.path)' was \(event) while the database was open: put the file back, or make a new backend")
    }
  }
}

/// The file that the connections of one backend have open.
final class SharedFile: Sendable {
  private let file = Mutex<OpenedFile?>(nil)
  private let closing = Mutex(())

  var current: OpenedFile? { file.withLock { $0 } }

  /// The file, as it was when it was opened first, and its log, which may have been created since. `nil` if there is no
  /// file.
  func open(_ path: DatabaseFile, logged: Bool) -> OpenedFile? {
    file.withLock { file in
      if file == nil || (logged && file?.hasLog == false) { file = OpenedFile(path, logged: logged) }
      return file
    }
  }

  /// Closes one connection at a time: of two at the same time, neither may be the last one, which merges the log.
  func close(_ body: () -> Void) { closing.withLock { _ in body() } }

  /// When all connections are closed, the log is deleted, and the next connection makes another one.
  func forgetLog() {
    file.withLock { $0 = $0?.withoutLog }
  }
}

/// Equal for two paths that name the same file.
private struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// `nil` if there is no file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}

#endif
