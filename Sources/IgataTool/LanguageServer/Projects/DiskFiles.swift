import IgataDiagnostics

/// The contents of files on disk, each of which is read again only if its status has changed.
struct DiskFiles {
  private struct Entry {
    var status: FileStatus
    var bytes: [UInt8]
    /// Whether the status has been read since the last ``recheck()``.
    var isCurrent: Bool
  }

  private var entries: [String: Entry] = [:]

  /// The content of a file; `nil` if it doesn't exist or can't be read.
  mutating func bytes(_ path: String) -> [UInt8]? {
    if let entry = entries[path], entry.isCurrent { return entry.bytes }
    guard let status = try? FileSystem.status(of: path), status.kind == .file else {
      entries[path] = nil
      return nil
    }
    if let entry = entries[path], entry.status == status {
      entries[path]?.isCurrent = true
      return entry.bytes
    }
    guard let bytes = try? FileSystem.read(path) else {
      entries[path] = nil
      return nil
    }
    entries[path] = Entry(status: status, bytes: bytes, isCurrent: true)
    return bytes
  }

  /// Notes that any file may have changed.
  mutating func recheck() {
    for path in entries.keys { entries[path]?.isCurrent = false }
  }
}
