/// A file that is to be made, replaced or removed.
struct FileChange: Hashable, Sendable {
  let path: String
  /// What the file holds; nothing where there is none.
  let before: [UInt8]?
  /// What it is to hold; nothing where there is to be none.
  let after: [UInt8]?
  /// The permission bits of the file that is replaced.
  var mode: UInt32?

  /// The change as `patch` reads it.
  var difference: [UInt8] { unifiedDifference(path, old: before, new: after) }
}
