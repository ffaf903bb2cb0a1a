import IgataDiagnostics
import IgataGeneration
import IgataSchema
import IgataTemplateLanguage

/// What `igata.json` says: the options that were not given on the command line.
struct Configuration: Sendable {
  static let fileName = "igata.json"

  /// The file, if there is one.
  var source: SourceFile?
  /// What is wrong with it.
  var diagnostics: [Diagnostic] = []
  var lint = LintConfiguration()
  /// The table of the user's own outputs.
  var outputs: [CustomOutput] = []
  /// By the names of the settings; paths count from the current folder.
  private var values: [String: [String]] = [:]

  /// What is said where there is no `igata.json`: nothing.
  init() {}

  init(_ source: SourceFile, values: [String: [String]]) {
    self.source = source
    self.values = values
  }

  /// Where the file is, if there is one.
  var path: String? { source?.name }

  subscript(setting: OptionRule) -> [String]? { values[setting.name] }

  /// The first value of a setting, which is the only one of most.
  func value(of setting: OptionRule) -> String? { values[setting.name]?.first }

  var tableNames: TableNaming { value(of: .tables).flatMap { TableNaming(rawValue: $0) } ?? .singular }
}

extension OptionRule {
  static let schema = OptionRule("schema", .paths("PATH"), "the schemas, where the command line names none")
  static let tables = OptionRule(
    "tables", .choice(TableNaming.allCases.map(\.rawValue)), "how tables are named after models (default: singular)")

  /// What may stand in `igata.json`.
  static let settings: [OptionRule] = [schema, tables, output, target, dialect, access, templates, schemaName]
}

extension Configuration {
  /// The `igata.json` in `folder` or in the nearest one above it, as far as the system lets us look.
  static func find(above folder: String) -> String? {
    var folder = folder
    var last: FileIdentity?
    while let identity = try? FileSystem.status(of: folder).identity, identity != last {
      let path = PathText.join(folder, fileName)
      if (try? FileSystem.status(of: path)) != nil { return path }
      // The folder above the topmost one is that one itself, which ends the search.
      last = identity
      folder = PathText.parent(ofFolder: folder)
    }
    return nil
  }

  /// The configuration that belongs to all of the files, with what is wrong with it.
  static func read(belongingTo paths: [String]) throws(Failure) -> Configuration {
    var found: [FileIdentity: String] = [:]
    var first: String?
    var folders: Set<String> = []
    for path in paths {
      let folder = path == "." ? path : PathText.folder(path)
      guard folders.insert(folder).inserted, let file = find(above: folder) else { continue }
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
        throw Failure(.usage, "'\(visible(other))' and '\(visible(file))' can't both hold in one run")
      }
    }
    return try first.map { path throws(Failure) in try read(path) } ?? Configuration()
  }

  /// Reads an `igata.json` as far as it is right.
  static func read(_ path: String) throws(Failure) -> Configuration {
    do {
      return readConfiguration(SourceFile(name: path, bytes: try FileSystem.read(path)))
    } catch {
      throw .unreadable(path, error)
    }
  }
}
