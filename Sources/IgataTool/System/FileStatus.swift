/// What the file system says of a path.
struct FileStatus: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  var kind: Kind
  var identity: FileIdentity
  /// The permission bits.
  var mode: UInt32
  /// How many bytes it holds.
  var size: Int64
  /// When its content or its status was last changed, in nanoseconds since 1970.
  var changed: Int64
}

/// What two paths share that lead to the same file.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
}

/// Something in a folder.
struct FolderEntry: Hashable, Sendable {
  /// The name; where it is not UTF-8, a name that leads nowhere.
  var name: String
  var isUTF8: Bool
  /// Nothing where it takes a look at the file itself to know.
  var kind: FileStatus.Kind?
}
