import IgataGeneration

/// The folders out of which links must not lead: one that is searched, and the project that contains it.
struct LinkBound {
  /// The paths without links. Empty if there is no such folder.
  private let folders: [String]

  /// - Parameter project: The only folder, or `nil` if the user named the folder that is searched.
  init(_ folder: String, below project: ProjectFolder?) {
    let folders = project.map { [$0.root] } ?? [folder, ProjectFolder(of: folder).root]
    self.folders = folders.compactMap { try? FileSystem.resolved($0) }
  }

  /// Whether a path leads to one of the folders, or to something below it that doesn't belong to version control.
  func contains(_ path: String) -> Bool {
    guard let path = try? FileSystem.resolved(path) else { return false }
    return folders.contains { folder in
      PathText.contains(folder, path)
        && !PathText.relative(path, to: folder).split(separator: "/").contains { VersionControl.owns(String($0)) }
    }
  }
}
