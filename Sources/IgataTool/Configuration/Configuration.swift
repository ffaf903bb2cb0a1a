import IgataDiagnostics
import IgataGeneration
import IgataSchema
import IgataTemplateLanguage

/// What `igata.json` says: the options that were not given on the command line.
struct Configuration: Sendable {
  static let fileName = "igata.json"

  /// Where the file is, if there is one.
  var path: String?
  /// By the names of the settings; paths count from the current folder.
  private var values: [String: [String]] = [:]

  /// What is said where there is no `igata.json`: nothing.
  init() {}

  init(path: String, values: [String: [String]]) {
    self.path = path
    self.values = values
  }

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
  static let settings: [OptionRule] = [schema, tables, output, target, dialect, access, templates]
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

  /// The configuration that belongs to all of the files.
  static func read(belongingTo paths: [String], _ console: Console) throws(Failure) -> Configuration {
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
    return try first.map { path throws(Failure) in try read(path, console) } ?? Configuration()
  }

  /// Reads `igata.json`. Fails, with all errors reported, if there are any.
  static func read(_ path: String, _ console: Console) throws(Failure) -> Configuration {
    let source: SourceFile
    do {
      source = SourceFile(name: path, bytes: try FileSystem.read(path))
    } catch {
      throw .unreadable(path, error)
    }
    let (configuration, diagnostics) = readConfiguration(source)
    try console.report(diagnostics, in: [source])
    return configuration
  }
}
