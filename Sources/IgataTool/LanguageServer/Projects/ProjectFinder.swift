import IgataDiagnostics

/// Finds the project that a file belongs to.
struct ProjectFinder {
  /// The folders of the workspace, as absolute paths.
  var workspaceFolders: [String] = []
  /// The locations of the folders that have been looked at.
  private var locations: [String: Location] = [:]

  /// What applies to all files of a folder.
  private struct Location {
    var configuration: String?
    var folder: String?
    /// Whether the files belong to a sealed version, without `igata.json`.
    var isVersion = false
  }

  /// Notes that any folder may have changed.
  mutating func recheck() { locations = [:] }

  /// The project of a file.
  ///
  /// - Parameter configuration: Returns the configuration in a file.
  mutating func key(of path: String, _ configuration: (String) -> Configuration) -> ProjectKey {
    let location = location(of: PathText.folder(path))
    if let file = location.configuration {
      let settings = configuration(file)
      if settings.holdsVersion(path) { return ProjectKey(kind: .document(path), configuration: file) }
      if settings[.schema]?.contains(where: { PathText.contains(FileSystem.absolute($0), path) }) == true {
        return ProjectKey(kind: .schemas, configuration: file)
      }
    }
    let folder = location.isVersion ? nil : location.folder
    let kind = folder.map { ProjectKey.Kind.folder($0) } ?? .document(path)
    return ProjectKey(kind: kind, configuration: location.configuration)
  }

  private mutating func location(of folder: String) -> Location {
    if let known = locations[folder] { return known }
    var found = Location(
      configuration: Configuration.find(above: folder), folder: Self.target(folder) ?? workspaceFolder(folder))
    if found.configuration == nil, let root = found.folder {
      found.isVersion = ProjectKey(kind: .folder(root), configuration: nil).defaultConfiguration.holdsVersion(folder)
    }
    locations[folder] = found
    return found
  }

  /// The folder of the Swift package's target that a folder belongs to: a folder in `Sources` or `Tests`, next to a
  /// `Package.swift`.
  private static func target(_ folder: String) -> String? {
    var folder = folder
    while folder != "/" {
      let parent = PathText.folder(folder)
      if ["Sources", "Tests"].contains(PathText.name(parent)) {
        let manifest = PathText.join(PathText.folder(parent), "Package.swift")
        if (try? FileSystem.status(of: manifest).kind) == .file { return folder }
      }
      folder = parent
    }
    return nil
  }

  /// The innermost folder of the workspace that contains a folder.
  private func workspaceFolder(_ folder: String) -> String? {
    workspaceFolders.filter { PathText.contains($0, folder) }.max { $0.utf8.count < $1.utf8.count }
  }
}

extension Configuration {
  /// Whether a file belongs to a sealed version of the schema.
  func holdsVersion(_ path: String) -> Bool {
    (try? FileSystem.existing(migrations.folder)) != nil
      && PathText.contains(FileSystem.absolute(migrations.folder), path)
  }
}
