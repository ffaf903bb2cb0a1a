import IgataDiagnostics
import IgataGeneration

extension TemplateSource {
  static let ending = ".mustache"

  /// Reads all templates in a folder and its subfolders.
  ///
  /// - Parameters:
  ///   - project: The project that must contain the folder, if its configuration names it.
  ///   - mayBeEmpty: Whether a folder without templates is allowed.
  static func read(
    in folder: String, below project: ProjectFolder? = nil, mayBeEmpty: Bool = false
  ) throws(Failure) -> [TemplateSource] {
    let folder = PathText.withoutTrailingSlashes(folder)
    let status: FileStatus
    do {
      status = try FileSystem.status(of: folder)
    } catch {
      throw .unreadable(folder, error)
    }
    guard status.kind == .folder else { throw Failure(.unreadableInput, "'\(visible(folder))' is not a folder") }
    let paths = try FileSearch.paths([folder], ending: ending, below: project, mayBeEmpty: mayBeEmpty)
    return try paths.map { path throws(Failure) in
      do throws(SystemFault) {
        let file = SourceFile(name: path, bytes: try FileSystem.read(path))
        return TemplateSource(name: name(of: path, below: folder), file: file)
      } catch {
        throw .unreadable(path, error)
      }
    }
  }

  private static func name(of path: String, below folder: String) -> String {
    let start = PathText.join(folder, "x").utf8.count - 1
    return String(Substring(path.utf8.dropFirst(start).dropLast(ending.utf8.count)))
  }
}
