import IgataDiagnostics
import IgataGeneration

/// The schemas of a run, and the configuration that belongs to them.
struct Inputs: Sendable {
  static let ending = ".igata"
  static let standardInput = "-"

  /// The schemas, in the order of their names, so that the order of the command line means nothing; and the
  /// configuration.
  let sources: Sources
  let configuration: Configuration
  /// The folder that all schemas are in, absolute: the outputs mirror the folders below it.
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

  /// The files that were read from disk.
  var paths: [String] {
    schemas.map(\.name).filter { $0 != Self.nameOfStandardInput } + (configuration.path.map { [$0] } ?? [])
  }

  /// What messages call standard input.
  static let nameOfStandardInput = "<stdin>"

  /// Reads what the operands of a command name; without any, what `igata.json` names, else the current folder.
  ///
  /// Fails, with everything reported, where anything is wrong.
  static func read(_ operands: [String], _ console: Console) throws(Failure) -> Inputs {
    let found = try readable(operands)
    console.report.add(found.inputs.schemas)
    if let source = found.inputs.configuration.source {
      try console.report(found.inputs.configuration.diagnostics, in: [source])
    }
    guard found.faults.isEmpty else { throw Failure(.unreadableInput, messages: found.faults) }
    return found.inputs
  }

  /// Reads what can be read of what the operands name, and says what can't. The configuration's errors are in it.
  static func readable(_ operands: [String]) throws(Failure) -> (inputs: Inputs, faults: [String]) {
    var operands = operands
    var configuration: Configuration?
    if operands.isEmpty {
      if let path = Configuration.find(above: ".") {
        let found = try Configuration.read(path)
        if found[.schema] != nil || !found.diagnostics.isEmpty { configuration = found }
        operands = found[.schema] ?? []
      }
      if operands.isEmpty { operands = ["."] }
    }
    let isPiped = operands.contains(standardInput)
    let (paths, missing) = FileSearch.find(operands.filter { $0 != standardInput }, ending: ending)
    if configuration == nil {
      configuration = try Configuration.read(belongingTo: isPiped ? paths + ["."] : paths)
    }
    let (files, faults) = readFiles(paths, isPiped: isPiped)
    return (Inputs(files, configuration ?? Configuration()), missing + faults)
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
