import IgataDiagnostics
import IgataGeneration

/// The schemas of a run, and their configuration.
struct Inputs: Sendable {
  static let ending = ".igata"
  static let standardInput = "-"

  /// The schemas, sorted by name so that the order on the command line makes no difference, and the configuration.
  let sources: Sources
  let configuration: Configuration
  /// The absolute path of the folder that contains all schemas. The outputs mirror its subfolders.
  let root: String

  var schemas: [SourceFile] { sources.schemas }

  init(_ schemas: [SourceFile], _ configuration: Configuration) {
    let files = schemas.map { $0.name == Self.nameOfStandardInput ? nil : FileSystem.absolute($0.name) }
    let root = PathText.common(files.compactMap { $0.map(PathText.folder) }) ?? FileSystem.absolute(".")
    let paths = files.map { file in file.map { PathText.relative($0, to: root) } ?? "stdin" }
    var sources = Sources(schemas, paths: paths)
    sources.configuration = configuration.source
    self.sources = sources
    self.configuration = configuration
    self.root = root
  }

  /// The paths of the files that were read from disk.
  var paths: [String] {
    schemas.map(\.name).filter { $0 != Self.nameOfStandardInput } + (configuration.path.map { [$0] } ?? [])
  }

  /// The name of standard input in messages.
  static let nameOfStandardInput = "<stdin>"

  /// Reads the files that the operands of a command name. Without operands, reads those that `igata.json` names, or
  /// else the current folder.
  ///
  /// If there is an error, everything is reported, and the function fails.
  static func read(_ operands: [String], _ console: Console) throws(Failure) -> Inputs {
    let found = try readable(operands)
    console.report.add(found.inputs.schemas)
    if let source = found.inputs.configuration.source {
      try console.report(found.inputs.configuration.diagnostics, in: [source])
    }
    guard found.faults.isEmpty else { throw Failure(.unreadableInput, messages: found.faults) }
    return found.inputs
  }

  /// Reads those files that can be read, and returns errors for the others. The result includes the errors of the
  /// configuration.
  static func readable(_ operands: [String]) throws(Failure) -> (inputs: Inputs, faults: [String]) {
    var operands = operands
    var configuration: Configuration?
    var project: ProjectFolder?
    if operands.isEmpty {
      if let path = Configuration.find(above: ".") {
        let found = try Configuration.read(path)
        if found[.schema] != nil || !found.diagnostics.isEmpty { configuration = found }
        operands = found[.schema] ?? []
        project = operands.isEmpty ? nil : found.project
      }
      if operands.isEmpty { operands = ["."] }
    }
    let isPiped = operands.contains(standardInput)
    let (found, missing) = FileSearch.find(
      operands.filter { $0 != standardInput }, ending: ending, below: project)
    if configuration == nil {
      configuration = try Configuration.read(belongingTo: isPiped ? found + ["."] : found)
    }
    let paths = withoutVersions(found, operands, configuration ?? Configuration())
    var (files, faults) = readFiles(paths, isPiped: isPiped)
    if paths.isEmpty, !found.isEmpty, !isPiped {
      faults.append(
        "there is no \(ending) file beside the sealed versions; to remove all models, keep one with 'reserved NAME' "
          + "for each of them")
    }
    return (Inputs(files, configuration ?? Configuration()), missing + faults)
  }

  /// The paths without the sealed versions that are in a folder with the schema, unless an operand names one of them.
  static func withoutVersions(
    _ paths: [String], _ operands: [String], _ configuration: Configuration
  ) -> [String] {
    guard (try? FileSystem.existing(configuration.migrations.folder)) != nil else { return paths }
    let folder = FileSystem.absolute(configuration.migrations.folder)
    func isVersion(_ path: String) -> Bool {
      PathText.staysBelow(PathText.relative(FileSystem.absolute(path), to: folder))
    }
    let rest = paths.filter { !isVersion($0) }
    return rest.count == paths.count || operands.contains(where: isVersion) ? paths : rest
  }

  private static func readFiles(_ paths: [String], isPiped: Bool) -> (files: [SourceFile], faults: [String]) {
    var files: [SourceFile] = []
    var faults: [String] = []
    if isPiped {
      do {
        let bytes = try FileSystem.read(Process.standardInput)
        files.append(SourceFile(name: nameOfStandardInput, bytes: bytes))
      } catch {
        faults.append("can't read standard input: \(error.reason)")
      }
    }
    for path in paths {
      do {
        files.append(SourceFile(name: path, bytes: try FileSystem.read(path)))
      } catch {
        faults += Failure.unreadable(path, error).messages
      }
    }
    return (files, faults)
  }
}
