import IgataDiagnostics

/// A file to create, replace or remove.
struct FileChange: Hashable, Sendable {
  let location: FileLocation
  /// The current content, or `nil` if the file doesn't exist.
  let before: [UInt8]?
  /// The new content, or `nil` if the file is removed.
  let after: [UInt8]?
  /// The permission bits of the file that is replaced.
  var mode: UInt32?
  /// Whether igata can generate the file again at any time. It needn't be flushed to disk then, because a power loss
  /// does no lasting harm.
  var isReplaceable = false

  var path: String { location.path }

  init(_ location: FileLocation, before: [UInt8]?, after: [UInt8]?, mode: UInt32? = nil, isReplaceable: Bool = false) {
    self.location = location
    self.before = before
    self.after = after
    self.mode = mode
    self.isReplaceable = isReplaceable
  }

  /// The change of a file that was read to a new text.
  static func replacing(_ source: SourceFile, with content: [UInt8]) throws(Failure) -> FileChange {
    do {
      // Changes the file itself rather than a link to it. Write permission for the folder doesn't imply permission for
      // the file.
      let path = try FileSystem.resolved(source.name)
      let mode = try FileSystem.status(of: path).mode
      try FileSystem.requireWritable(path)
      return FileChange(FileLocation(file: path), before: source.bytes, after: content, mode: mode)
    } catch {
      throw .unwritable(source.name, error)
    }
  }

  /// The change as a unified diff.
  var difference: [UInt8] { unifiedDifference(path, old: before.map(LineEnds.plain), new: after.map(LineEnds.plain)) }
}
