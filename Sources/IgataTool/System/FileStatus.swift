/// The information that the file system has about a path.
struct FileStatus: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  var kind: Kind
  var identity: FileIdentity
  /// The permission bits.
  var mode: UInt32
  /// The number of names that the file has.
  var names: Int
  /// The size in bytes.
  var size: Int64
  /// The time of the last change of the content or the status, in nanoseconds since 1970.
  var changed: Int64
}

/// The identity of a file, which is equal for all paths that lead to it.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
}

/// An entry of a folder.
struct FolderEntry: Hashable, Sendable {
  /// The name. If the actual name isn't UTF-8, it is a name that doesn't exist.
  var name: String
  var isUTF8: Bool
  /// The kind, or `nil` if the file itself has to be accessed to determine it.
  var kind: FileStatus.Kind?
}
