import IgataDiagnostics

/// A file that is to be made, replaced or removed.
struct FileChange: Hashable, Sendable {
  let path: String
  /// What the file holds; nothing where there is none.
  let before: [UInt8]?
  /// What it is to hold; nothing where there is to be none.
  let after: [UInt8]?
  /// The permission bits of the file that is replaced.
  var mode: UInt32?
  /// Whether igata makes it again wherever it is not as it should be. What a loss of power does to it then does no harm,
  /// and nobody need wait for the disk.
  var isReplaceable = false

  /// A new text for a file that was read.
  static func replacing(_ source: SourceFile, with content: [UInt8]) throws(Failure) -> FileChange {
    do {
      // The file itself is to change and not a link to it; and a right to the folder is no right to a file in it.
      let path = try FileSystem.resolved(source.name)
      let mode = try FileSystem.status(of: path).mode
      try FileSystem.requireWritable(path)
      return FileChange(path: path, before: source.bytes, after: content, mode: mode)
    } catch {
      throw .unwritable(source.name, error)
    }
  }

  /// The change as `patch` reads it.
  var difference: [UInt8] { unifiedDifference(path, old: before.map(LineEnds.plain), new: after.map(LineEnds.plain)) }
}
