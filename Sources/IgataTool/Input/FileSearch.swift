import IgataDiagnostics

/// Finds the files that operands name: files, and folders with everything below them.
///
/// A file that several operands or links lead to is found once, under the first name in sort order. Hidden files and
/// folders, whose names begin with a dot, are skipped unless they are operands themselves. So are links that lead out
/// of the project, as they could lead anywhere, but one with the name of such a file is an error.
struct FileSearch {
  /// The extension of the files to find.
  let ending: String
  /// The project that must contain all files, or `nil` if the user named the operands.
  private let project: ProjectFolder?
  private let mayBeEmpty: Bool
  private(set) var paths: [String] = []
  private var files: Set<FileIdentity> = []
  private var folders: Set<FileIdentity> = []
  private var faults: [String] = []
  /// The number of matching files and folders that were visited, including those that had been found before.
  private var matches = 0

  init(ending: String, below project: ProjectFolder?, mayBeEmpty: Bool) {
    self.ending = ending
    self.project = project
    self.mayBeEmpty = mayBeEmpty
  }

  /// The files that `operands` lead to, sorted by name.
  ///
  /// Reports every file that can't be read, and not only the first one.
  static func paths(
    _ operands: [String], ending: String, below project: ProjectFolder? = nil, mayBeEmpty: Bool = false
  ) throws(Failure) -> [String] {
    let (paths, faults) = find(operands, ending: ending, below: project, mayBeEmpty: mayBeEmpty)
    guard faults.isEmpty else { throw Failure(.unreadableInput, messages: faults) }
    return paths
  }

  /// The files that `operands` lead to, sorted by name, and errors for those that can't be read.
  ///
  /// - Parameters:
  ///   - project: The project that must contain all files, for operands from its configuration.
  ///   - mayBeEmpty: Whether a folder without matching files is allowed.
  static func find(
    _ operands: [String], ending: String, below project: ProjectFolder? = nil, mayBeEmpty: Bool = false
  ) -> (paths: [String], faults: [String]) {
    var search = FileSearch(ending: ending, below: project, mayBeEmpty: mayBeEmpty)
    for operand in operands { search.add(operand) }
    return (search.paths.sorted(by: PathText.isOrdered), search.faults)
  }

  private mutating func add(_ operand: String) {
    let path = PathText.withoutTrailingSlashes(operand)
    do throws(SystemFault) {
      let status = try FileSystem.status(of: path)
      if let project, !LinkBound(path, below: project).contains(path) { throw .outside }
      guard status.kind == .folder else {
        take(path, status.identity)
        return
      }
      let before = matches
      let isNew = folders.insert(status.identity).inserted
      if isNew { search(path) }
      if isNew, matches == before, faults.isEmpty, !mayBeEmpty {
        faults.append("there is no \(ending) file in '\(visible(path))'")
      }
    } catch {
      complain(path, error)
    }
  }

  private mutating func take(_ path: String, _ identity: FileIdentity) {
    matches += 1
    if files.insert(identity).inserted { paths.append(path) }
  }

  /// Searches a folder and its subfolders without recursion, because a path may be as deep as the system allows.
  private mutating func search(_ folder: String) {
    let bound = LinkBound(folder, below: project)
    var waiting = [folder]
    while let folder = waiting.popLast() {
      do {
        let entries = try FileSystem.entries(of: folder).sorted { PathText.isOrdered($0.name, $1.name) }
        var below: [String] = []
        for entry in entries where entry.name.utf8.first != UInt8(ascii: ".") {
          visit(entry, PathText.join(folder, entry.name), below: bound, &below)
        }
        waiting.append(contentsOf: below.reversed())
      } catch {
        complain(folder, error)
      }
    }
  }

  private mutating func visit(
    _ entry: FolderEntry, _ path: String, below bound: LinkBound, _ folders: inout [String]
  ) {
    let isWanted = PathText.hasEnding(entry.name, ending)
    if entry.kind == .other || (entry.kind == .file && !isWanted) { return }
    guard entry.isUTF8 else {
      if isWanted || entry.kind == .folder { complain(path, .invalidName) }
      return
    }
    do throws(SystemFault) {
      let status = try FileSystem.status(of: path)
      if entry.kind == nil, !bound.contains(path) {
        if isWanted { throw .outside }
        return
      }
      switch status.kind {
      case .file where isWanted: take(path, status.identity)
      case .folder: if self.folders.insert(status.identity).inserted { folders.append(path) } else { matches += 1 }
      default: break
      }
    } catch {
      // A broken link matters only if it has the name of a schema.
      if isWanted || entry.kind == .folder { complain(path, error) }
    }
  }

  private mutating func complain(_ path: String, _ fault: SystemFault) {
    faults.append(contentsOf: Failure.unreadable(path, fault).messages)
  }
}
