import IgataDiagnostics
import IgataSchema
import IgataSyntax

/// The schemas of a run, and the configuration that belongs to them.
struct Inputs: Sendable {
  static let ending = ".igata"
  static let standardInput = "-"

  /// In the order of their names, so that the order of the command line means nothing.
  var schemas: [SourceFile]
  var configuration: Configuration

  /// The folder that all schemas are in, absolute: the outputs mirror the folders below it.
  var root: String {
    let files = schemas.map(\.name).filter { $0 != Self.nameOfStandardInput }
    return PathText.common(files.map { PathText.folder(FileSystem.absolute($0)) }) ?? FileSystem.absolute(".")
  }

  /// For each schema its path below ``root`` without the ending.
  var outputPaths: [String] {
    let root = root
    return schemas.map { schema in
      guard schema.name != Self.nameOfStandardInput else { return "stdin" }
      let path = PathText.relative(FileSystem.absolute(schema.name), to: root)
      return PathText.hasEnding(path, Self.ending) && PathText.name(path) != Self.ending
        ? String(Substring(path.utf8.dropLast(Self.ending.utf8.count))) : path
    }
  }

  /// The schemas under names that are the same on every machine: they count from the folder that all are in.
  var namedForOutput: [SourceFile] {
    let names = schemas.map { $0.name == Self.nameOfStandardInput ? "/stdin" : FileSystem.absolute($0.name) }
    let folders = names.map { $0.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
    let common = folders.reduce(folders.first ?? []) { common, folder in
      common.prefix(zip(common, folder).prefix { $0 == $1 }.count)
    }
    let start = common.reduce(0) { $0 + $1.utf8.count + 1 }
    return zip(schemas, names).map { schema, name in
      SourceFile(name: String(Substring(name.utf8.dropFirst(start))), bytes: schema.bytes)
    }
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
    return (Inputs(schemas: files, configuration: configuration ?? Configuration()), missing + faults)
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

  /// The tree of each schema, and what is wrong with their syntax.
  func parsed() -> (trees: [SyntaxTree], diagnostics: [Diagnostic]) {
    var trees: [SyntaxTree] = []
    var diagnostics: [Diagnostic] = []
    for (index, schema) in schemas.enumerated() {
      let (tree, found) = parse(schema, file: index)
      trees.append(tree)
      diagnostics += found
    }
    return (trees, diagnostics)
  }

  /// The schema that all files are together. Fails, with all errors reported, if there are any.
  func resolved(_ console: Console) throws(Failure) -> Schema { try resolution(console).schema }

  /// The schema, and whether there is nothing at all to say about it.
  func resolution(_ console: Console) throws(Failure) -> (schema: Schema, isFlawless: Bool) {
    let (trees, syntaxErrors) = parsed()
    let options = ResolveOptions(tableNames: configuration.tableNames)
    let (schema, diagnostics) = resolve(trees, options: options, syntaxErrors: syntaxErrors)
    let findings = syntaxErrors + diagnostics
    try console.report(findings, in: schemas)
    return (schema, findings.isEmpty)
  }
}
