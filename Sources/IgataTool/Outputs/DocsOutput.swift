import IgataDiagnostics

/// The file that `igata docs` writes.
struct DocsOutput {
  private let location: FileLocation

  /// Every file that igata docs writes has this text near its beginning.
  private static let mark = "igata docs"

  /// - Parameters:
  ///   - path: A file, or a folder, which exists or ends with a slash.
  ///   - name: The name of the file in a folder.
  init(path: String, name: String) throws(Failure) {
    var isFolder = path.utf8.last == UInt8(ascii: "/")
    do {
      if try FileSystem.existing(path)?.kind == .folder { isFolder = true }
    } catch {
      throw .unwritable(path, error)
    }
    let trimmed = PathText.withoutTrailingSlashes(path)
    location = isFolder ? FileLocation(folder: trimmed).appending(Self.fileName(name)) : FileLocation(file: path)
  }

  /// A title as the name of a file.
  private static func fileName(_ name: String) -> String {
    let name = name.replacing("/", with: "-")
    return name.utf8.first == UInt8(ascii: ".") ? "schema" + name : name
  }

  /// Writes the file if it isn't up to date, or prints the differences.
  func update(_ content: [UInt8], onlyChecks: Bool, _ console: inout Console) throws(Failure) -> ExitStatus {
    let path = location.path
    let status: FileStatus?
    let old: [UInt8]?
    do throws(SystemFault) {
      status = try location.status()
      old = status == nil ? nil : try location.read()
    } catch {
      throw .unreadable(path, error)
    }
    if let old, LineEnds.plain(old) == content { return .success }
    if onlyChecks {
      console.writeDifference(FileChange(location, before: old, after: content).difference)
      console.note("'\(visible(path))' is not up to date")
      return .negative
    }
    guard let old else {
      try Transaction.perform([FileChange(location, before: nil, after: content, isReplaceable: true)])
      return .success
    }
    guard old.isEmpty || String(decoding: old.prefix(400), as: UTF8.self).contains(Self.mark) else {
      throw Failure(
        .unwritableOutput,
        "'\(visible(path))' was not written by igata docs and is not overwritten; remove it, or choose another name")
    }
    do {
      try location.requireWritable()
    } catch {
      throw .unwritable(path, error)
    }
    try Transaction.perform(
      [FileChange(location, before: old, after: content, mode: status?.mode, isReplaceable: true)])
    return .success
  }
}
