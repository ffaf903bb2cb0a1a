#if SQLite || canImport(SQLite3)
internal import IgataRuntime

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The file of a database, and its log.
struct DatabaseFile {
  var path: String

  /// The same file, wherever the current folder is later.
  var absolute: DatabaseFile {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return self }
    defer { free(folder) }
    return DatabaseFile(path: String(cString: folder) + "/" + path)
  }

  /// The same file, by the path to which symbolic links lead.
  var resolved: DatabaseFile {
    guard let path = realpath(path, nil) else { return absolute }
    defer { free(path) }
    return DatabaseFile(path: String(cString: path))
  }

  var isThere: Bool { access(path, F_OK) == 0 }

  /// The size of the file of the log, in bytes; zero if there is none.
  var logSize: Int64 {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Removes the file, if it is there.
  func remove() throws(StoreError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw failure("remove")
  }

  /// Moves the file to the path of another one, which is replaced.
  func move(to other: DatabaseFile) throws(StoreError) {
    guard rename(path, other.path) == 0 else { throw other.failure("replace") }
  }

  func failure(_ action: String) -> StoreError {
    .backend(code: Int(errno), message: "can't \(action) '\(path)': \(String(cString: strerror(errno)))")
  }

  /// Lets only those read and write the file and its log who may read and write another file, where the file system has
  /// permissions, and only this user if there is none.
  func restrictPermissions(to other: DatabaseFile? = nil) {
    var (own, others) = (stat(), stat())
    var mode: mode_t = 0o600
    if let other, stat(path, &own) == 0, stat(other.path, &others) == 0 {
      mode |= own.st_mode & others.st_mode & 0o666
    }
    for path in [path, path + "-wal", path + "-shm"] { chmod(path, mode) }
  }

  /// Whether there is a log that has to be read, or a journal that has to be rolled back.
  var hasLog: Bool { access(path + "-wal", F_OK) == 0 || access(path + "-journal", F_OK) == 0 }

  /// Whether the folder is not writable, so that no log can be created.
  var isInReadOnlyFolder: Bool { access(folder, F_OK) == 0 && access(folder, W_OK) != 0 }

  /// The name in the folder.
  var name: Substring { path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path[...] }

  /// The path of the folder, which ends with a slash if the path has one.
  var folder: String { path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "." }

  /// The URI by which SQLite opens the file as immutable, without locks and without looking for a log.
  var immutableName: String {
    var name = "file:"
    for byte in path.utf8 {
      let character = Character(Unicode.Scalar(byte))
      if byte < 0x80, character.isLetter || character == "/" || character == "." {
        name.append(character)
      } else {
        name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return name + "?immutable=1"
  }

  /// Opens the database without SQLite's own mutex: a handle is used by one thread at a time.
  ///
  /// - Parameter isImmutable: Whether the file is known not to change while it is open.
  func openDatabase(
    flags: Int32, isImmutable: Bool, _ onOpen: SQLiteOptions.OnOpen?
  ) throws(EngineFailure) -> OpaquePointer {
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(
      isImmutable ? immutableName : path, &pointer,
      flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (isImmutable ? SQLITE_OPEN_URI : 0), nil)
    guard let pointer else { throw EngineFailure(code: code, message: "out of memory") }
    guard code == SQLITE_OK else {
      let failure = EngineFailure(opening: self, flags: flags, pointer)
      sqlite3_close_v2(pointer)
      throw failure
    }
    do throws(EngineFailure) {
      try onOpen.prepare(pointer)
    } catch {
      sqlite3_close_v2(pointer)
      throw error
    }
    return pointer
  }
}

extension EngineFailure {
  /// Why a file can't be opened: the error of the system, if there is one, or that the folder is not writable.
  init(opening file: DatabaseFile, flags: Int32, _ database: OpaquePointer) {
    self.init(database)
    message += " '\(file.path)'"
    guard primaryCode == SQLITE_CANTOPEN else { return }
    let reason = sqlite3_system_errno(database)
    if file.isInReadOnlyFolder, file.isThere || flags & SQLITE_OPEN_READONLY == 0 {
      message += ": nothing can be written to its folder"
      code = SQLITE_READONLY
    } else if reason != 0 {
      message += ": " + String(cString: strerror(reason))
    }
  }
}

#endif
