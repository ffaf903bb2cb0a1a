/// Folders that are made with those above them, and removed with those that are left empty.
enum FolderTree {
  /// Makes a folder and those above it that do not exist.
  ///
  /// - Returns: Those that were made, the topmost first.
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

  /// Removes the folders that hold `paths`, which count from `root`, if nothing is left in them.
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
