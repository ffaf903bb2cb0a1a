import IgataGeneration

/// The folder to which an `igata.json` can refer: that of the repository, or else of the package, that contains it.
///
/// A configuration comes with a repository, so everything that it names must be in that repository. Other files are
/// named on the command line, by the user.
struct ProjectFolder: Hashable, Sendable {
  /// The absolute path of the folder.
  let root: String

  /// - Parameter folder: The folder of the configuration.
  init(of folder: String) {
    let folder = FileSystem.absolute(folder)
    root =
      Self.nearest(VersionControl.folders, above: folder) ?? Self.nearest(["Package.swift"], above: folder) ?? folder
  }

  /// The nearest folder above that has a file with one of the names. A home folder can be a repository too, but what is
  /// below it doesn't belong together.
  private static func nearest(_ names: [String], above folder: String) -> String? {
    let home = Process.environment("HOME").map(FileSystem.absolute)
    var folder = folder
    while folder != "/", folder != home {
      for name in names {
        if (try? FileSystem.existing(PathText.join(folder, name), followingLinks: false)) ?? nil != nil {
          return folder
        }
      }
      folder = PathText.folder(folder)
    }
    return nil
  }
}

extension FileLocation {
  /// A file or a folder that a configuration names, or `nil` if its path leads out of the project.
  ///
  /// - Parameter folder: The folder of the configuration.
  init?(_ path: String, configuredIn folder: String) { self.init(PathText.join(folder, path), inProjectOf: folder) }

  /// A file or a folder by its path from the current folder, or `nil` if that leads out of the project.
  ///
  /// - Parameter folder: The folder of the configuration.
  init?(_ path: String, inProjectOf folder: String) {
    let inProject = { FileLocation(path, below: ProjectFolder(of: folder).root) }
    guard let location = FileLocation(path, below: folder) ?? inProject() else { return nil }
    self = location
  }
}
