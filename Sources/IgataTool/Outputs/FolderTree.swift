/// Creates folders along with their parents, and removes folders that are empty.
enum FolderTree {
  /// Creates a folder and its missing parents.
  ///
  /// - Returns: The created folders, topmost first.
  static func make(_ folder: String) throws(SystemFault) -> [String] {
    var missing: [String] = []
    var next = folder
    while try FileSystem.existing(next) == nil, next != "/", next != "." {
      missing.append(next)
      next = PathText.folder(next)
    }
    var made: [String] = []
    for folder in missing.reversed() where try FileSystem.makeFolder(folder) { made.append(folder) }
    return made
  }

  /// Removes the folders of `paths`, which are relative to `root`, if they are empty.
  static func prune(_ paths: [String], below root: String) {
    for path in paths {
      var folder = PathText.folder(path)
      while folder != ".", folder != "/" {
        FileSystem.removeEmptyFolder(PathText.join(root, folder))
        folder = PathText.folder(folder)
      }
    }
  }
}
