/// A folder out of which links must not lead.
struct LinkBound {
  /// The path without links, or `nil` if there is no such folder.
  private let folder: String?

  init(_ folder: String) { self.folder = try? FileSystem.resolved(folder) }

  /// Whether a path leads to the folder, or to something below it.
  func contains(_ path: String) -> Bool {
    guard let folder, let path = try? FileSystem.resolved(path) else { return false }
    return PathText.contains(folder, path)
  }
}
