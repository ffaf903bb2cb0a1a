import IgataGeneration

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file or a folder that igata may change: a folder that the user chose, and the way down from it.
///
/// Links are followed on the path of the root, because the user named it. Below it, the content of a repository decides
/// what is there, so no link is followed, and the data of version control, which can hold programs, is out of reach.
struct FileLocation: Hashable, Sendable {
  /// The path for messages.
  let path: String
  private let root: String
  /// The path below the root. Empty for the root itself.
  private let below: String

  private init(path: String, root: String, below: String) {
    self.path = path
    self.root = root
    self.below = below
  }

  /// A file that the user named, along with its folder.
  init(file path: String) {
    self.init(path: path, root: PathText.folder(path), below: PathText.name(path))
  }

  /// A folder that the user named.
  init(folder path: String) {
    self.init(path: path, root: path, below: "")
  }

  /// A file or a folder below a folder that the user named, or `nil` if the path leads out of that folder.
  init?(_ path: String, below root: String) {
    let (whole, root) = (FileSystem.absolute(path), FileSystem.absolute(root))
    guard PathText.contains(root, whole) else { return nil }
    self.init(path: path, root: root, below: whole == root ? "" : PathText.relative(whole, to: root))
  }

  /// A file or a folder below this one.
  func appending(_ relativePath: String) -> FileLocation {
    FileLocation(path: PathText.join(path, relativePath), root: root, below: PathText.join(below, relativePath))
  }

  /// The folder that contains it.
  var parent: FileLocation {
    guard !below.isEmpty else { return FileLocation(folder: PathText.parent(ofFolder: root)) }
    let folder = PathText.folder(below)
    return FileLocation(path: PathText.folder(path), root: root, below: folder == "." ? "" : folder)
  }

  // MARK: Access

  /// The status, or `nil` if there is no such file. A link has the status of the link.
  func status() throws(SystemFault) -> FileStatus? {
    guard !below.isEmpty else { return try FileSystem.existing(root) }
    do throws(SystemFault) {
      return try inFolder { folder, name throws(SystemFault) in
        var found = stat()
        guard fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
        return FileStatus(found)
      }
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  func read() throws(SystemFault) -> [UInt8] {
    try inFolder { folder, name throws(SystemFault) in
      let file = try Self.opened(folder, name, O_RDONLY)
      defer { close(file) }
      return try FileSystem.readFile(file)
    }
  }

  /// Creates a file, which must not exist.
  ///
  /// - Parameters:
  ///   - mode: The permission bits, or `nil` for those of a new file.
  ///   - isKept: Whether to flush the file to disk, so that it survives a power loss.
  func create(_ bytes: [UInt8], mode: UInt32? = nil, isKept: Bool = true) throws(SystemFault) {
    try inFolder { folder, name throws(SystemFault) in
      let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(0o666))
      guard file >= 0 else { throw .last }
      do throws(SystemFault) {
        try FileSystem.write(bytes, to: file)
        guard mode.map({ fchmod(file, mode_t($0 & 0o777)) == 0 }) ?? true else { throw .last }
        guard !isKept || FileSystem.synchronize(file) || errno == EINVAL else { throw .last }
      } catch {
        close(file)
        unlinkat(folder, name, 0)
        throw error
      }
      guard close(file) == 0 else { throw .last }
    }
  }

  /// Replaces the content of a file, or creates the file. A file that has other names is removed first, because they
  /// can be those of somebody else's file.
  func overwrite(_ bytes: [UInt8]) throws(SystemFault) {
    guard let status = try status() else { return try create(bytes, isKept: false) }
    guard status.kind == .file else { throw status.kind == .link ? .link : .notAFile }
    guard status.names == 1 else {
      try remove()
      return try create(bytes, mode: status.mode, isKept: false)
    }
    try inFolder { folder, name throws(SystemFault) in
      let file = try Self.opened(folder, name, O_WRONLY)
      defer { close(file) }
      guard ftruncate(file, 0) == 0 else { throw .last }
      try FileSystem.write(bytes, to: file)
    }
  }

  /// Opens a file for output that is added piece by piece: a new one, or one that is replaced. The caller closes it.
  ///
  /// - Parameter isOwn: Whether igata wrote a file with that beginning. Other files aren't replaced.
  func openedLog(isOwn: (_ beginning: [UInt8]) -> Bool) throws(SystemFault) -> Int32 {
    try inFolder { folder, name throws(SystemFault) in
      let new = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
      if new >= 0 { return new }
      guard errno == EEXIST else { throw .last }
      let file = try Self.opened(folder, name, O_RDWR)
      do throws(SystemFault) {
        let beginning = try FileSystem.beginning(of: file, 32)
        guard beginning.isEmpty || isOwn(beginning) else { throw .foreign }
        guard ftruncate(file, 0) == 0, lseek(file, 0, SEEK_SET) == 0 else { throw .last }
      } catch {
        close(file)
        throw error
      }
      return file
    }
  }

  func requireWritable() throws(SystemFault) {
    try inFolder { folder, name throws(SystemFault) in
      guard faccessat(folder, name, W_OK, 0) == 0 else { throw .last }
    }
  }

  func move(to destination: FileLocation) throws(SystemFault) {
    try inFolder { folder, name throws(SystemFault) in
      try destination.inFolder { otherFolder, otherName throws(SystemFault) in
        guard renameat(folder, name, otherFolder, otherName) == 0 else { throw .last }
      }
    }
  }

  func remove() throws(SystemFault) {
    try inFolder { folder, name throws(SystemFault) in
      guard unlinkat(folder, name, 0) == 0 else { throw .last }
    }
  }

  /// Opens the file so that its content is kept on disk until it is closed, even if its name is removed.
  ///
  /// - Returns: The file descriptor, or `nil` if the file can't be opened.
  func hold() -> Int32? {
    try? inFolder { folder, name throws(SystemFault) in try Self.opened(folder, name, O_RDONLY) }
  }

  private static func opened(_ folder: Int32, _ name: String, _ access: Int32) throws(SystemFault) -> Int32 {
    // Opening a pipe would wait for the other side.
    let file = openat(folder, name, access | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { throw errno == ELOOP ? .link : .last }
    return file
  }

  // MARK: Folders

  /// Opens the folder at this location. The caller closes it.
  func openedFolder() throws(SystemFault) -> Int32 {
    let names = try names()
    var folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .last }
    for name in names {
      let outer = folder
      defer { close(outer) }
      folder = try Self.openedFolder(outer, name)
    }
    return folder
  }

  private func inFolder<Result>(
    _ body: (_ folder: Int32, _ name: String) throws(SystemFault) -> Result
  ) throws(SystemFault) -> Result {
    guard let name = try names().last else { throw SystemFault(EISDIR) }
    let folder = try parent.openedFolder()
    defer { close(folder) }
    return try body(folder, name)
  }

  private static func openedFolder(_ folder: Int32, _ name: String) throws(SystemFault) -> Int32 {
    let next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if next >= 0 { return next }
    let fault = SystemFault.last
    var found = stat()
    let isLink = fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && FileStatus(found).kind == .link
    throw isLink ? .link : fault
  }

  /// The names on the way from the root.
  private func names() throws(SystemFault) -> [String] {
    guard !below.isEmpty else { return [] }
    guard PathText.staysBelow(below) else { throw SystemFault(EINVAL) }
    let names = below.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    if names.contains(where: VersionControl.owns) { throw .versionControl }
    return names
  }

  /// Creates the folder and its missing parents.
  ///
  /// - Returns: The created folders, topmost first.
  func makeFolders() throws(SystemFault) -> [FileLocation] {
    if try status()?.kind == .folder { return [] }
    if below.isEmpty { return try Self.makeRoot(root) }
    var made = try parent.makeFolders()
    let isNew = try inFolder { folder, name throws(SystemFault) in
      if mkdirat(folder, name, 0o777) == 0 { return true }
      let fault = SystemFault.last
      guard fault.number == EEXIST else { throw fault }
      close(try Self.openedFolder(folder, name))
      return false
    }
    if isNew { made.append(self) }
    return made
  }

  /// Creates a folder that the user named, with its missing parents.
  private static func makeRoot(_ root: String) throws(SystemFault) -> [FileLocation] {
    var missing: [String] = []
    var next = root
    while try FileSystem.existing(next) == nil, next != "/", next != "." {
      missing.append(next)
      next = PathText.folder(next)
    }
    var made: [FileLocation] = []
    for folder in missing.reversed() {
      if mkdir(folder, 0o777) == 0 {
        made.append(FileLocation(folder: folder))
      } else {
        let fault = SystemFault.last
        guard (try? FileSystem.status(of: folder).kind) == .folder else { throw fault }
      }
    }
    return made
  }

  /// Removes the folder if it is empty.
  func removeEmptyFolder() {
    guard !below.isEmpty else {
      rmdir(root)
      return
    }
    try? inFolder { folder, name in _ = unlinkat(folder, name, AT_REMOVEDIR) }
  }

  /// Removes the folders of files below this one if they are empty.
  func prune(_ relativePaths: [String]) {
    for path in relativePaths {
      var folder = PathText.folder(path)
      while folder != ".", folder != "/" {
        appending(folder).removeEmptyFolder()
        folder = PathText.folder(folder)
      }
    }
  }

  /// The entries of the folder, in no particular order.
  func entries() throws(SystemFault) -> [FolderEntry] {
    let folder = try openedFolder()
    guard let stream = fdopendir(folder) else {
      let fault = SystemFault.last
      close(folder)
      throw fault
    }
    return try FileSystem.entries(of: stream)
  }
}
