import IgataDiagnostics
import IgataGeneration
import IgataSchema
import IgataTemplateLanguage

/// The settings in `igata.json`, which are used for options that aren't given on the command line.
struct Configuration: Sendable {
  static let fileName = "igata.json"

  /// The file, or `nil` if there is none.
  var source: SourceFile?
  /// The errors in the file.
  var diagnostics: [Diagnostic] = []
  var lint = LintConfiguration()
  var names = NamingRules()
  var migrations: MigrationSettings
  /// The custom outputs.
  var outputs: [CustomOutput] = []
  /// The values by the names of the settings. Paths are relative to the current folder.
  private var values: [String: [String]] = [:]

  /// The configuration without `igata.json`.
  ///
  /// - Parameters:
  ///   - schemas: The folders of the schemas.
  ///   - folder: The folder of the versions' folder if there is none above the schemas.
  init(above schemas: [String] = [], or folder: String = "") {
    migrations = MigrationSettings(above: schemas, or: folder)
  }

  init(_ source: SourceFile, values: [String: [String]], _ migrations: MigrationSettings) {
    self.source = source
    self.values = values
    self.migrations = migrations
  }

  /// The path of the file, or `nil` if there is none.
  var path: String? { source?.name }

  /// The folder that the file is in, or `nil` if there is none.
  private var folder: String? { path.map(PathText.folder) }

  /// The folder to write into, or `nil` for the default.
  var output: FileLocation? {
    guard let folder, let path = value(of: .output) else { return nil }
    return FileLocation(path, inProjectOf: folder)
  }

  /// The folder that contains everything to which the configuration refers; `nil` without a file.
  var project: ProjectFolder? { folder.map(ProjectFolder.init(of:)) }

  subscript(setting: OptionRule) -> [String]? { values[setting.name] }

  /// The first value of a setting. Most settings have a single value.
  func value(of setting: OptionRule) -> String? { values[setting.name]?.first }

}

extension OptionRule {
  static let schema = OptionRule("schema", .paths("PATH"), "the schemas if the command line names none")

  /// The valid settings in `igata.json`.
  static let settings: [OptionRule] = [schema, output, target, dialect, access, templates, schemaName]
}

extension Configuration {
  /// A file, `igata.json` by default, in `folder` or in the nearest folder above that can be accessed; `nil` if there
  /// is none.
  static func find(_ name: String = fileName, above folder: String) -> String? {
    var folder = folder
    var last: FileIdentity?
    while let identity = try? FileSystem.status(of: folder).identity, identity != last {
      let path = PathText.join(folder, name)
      if (try? FileSystem.status(of: path)) != nil { return path }
      // The root folder is its own parent, which ends the search.
      last = identity
      folder = PathText.parent(ofFolder: folder)
    }
    return nil
  }

  /// The configuration for the given files, with its errors.
  static func read(belongingTo paths: [String]) throws(Failure) -> Configuration {
    var found: [FileIdentity: String] = [:]
    var first: String?
    var seen: Set<String> = []
    let folders = paths.map { $0 == "." ? $0 : PathText.folder($0) }.filter { seen.insert($0).inserted }
    for file in folders.compactMap({ find(above: $0) }) {
      do {
        found[try FileSystem.status(of: file).identity] = file
      } catch {
        throw .unreadable(file, error)
      }
      guard let other = first else {
        first = file
        continue
      }
      if found.count > 1 {
        throw Failure(.usage, "'\(visible(other))' and '\(visible(file))' can't both apply to one run")
      }
    }
    return try first.map { path throws(Failure) in try read(path) } ?? Configuration(above: folders)
  }

  /// Reads an `igata.json`. Invalid settings are left out and reported.
  static func read(_ path: String) throws(Failure) -> Configuration {
    do {
      return readConfiguration(SourceFile(name: path, bytes: try FileSystem.read(path)))
    } catch {
      throw .unreadable(path, error)
    }
  }
}
