import IgataDiagnostics
import IgataGeneration
import IgataSchema

extension OptionRule {
  static let output = OptionRule(
    "output", short: "o", .path("DIR"), "the folder to write into (default: the current folder)")
  static let target = OptionRule(
    "target", .choices(Target.allCases.map(\.rawValue)), "what to write (default: all of these)")
  static let dialect = OptionRule(
    "dialect", .choices(Dialect.allCases.map(\.rawValue)), "the SQL engines to write tables for (default: sqlite)")
  static let access = OptionRule(
    "access", .choice(AccessLevel.allCases.map(\.rawValue)),
    "how visible the Swift declarations are (default: public)")
  static let templates = OptionRule(
    "templates", .path("DIR"),
    "templates that replace built-in ones of the same name;\n"
      + "'igata templates eject DIR' writes those to begin with")
  static let check = OptionRule.flag("check", "write nothing; print what differs, and exit 1 if anything does")
  fileprivate static let depfile = OptionRule(
    "depfile", .path("FILE"), "also write what the outputs depend on, for make and ninja")
  fileprivate static let listOutputs = OptionRule.flag(
    "list-outputs", "write nothing; print the paths of the outputs, one on a line")
  static let stdout = OptionRule.flag("stdout", "write no files; print what they would hold")
}

extension Command {
  static let generate = Command(
    name: "generate", purpose: "write the Swift and the SQL of a schema",
    operands: .schemas,
    options: [.output, .target, .dialect, .access, .templates, .check, .depfile, .listOutputs, .stdout],
    notes: generateNotes, run: runGenerate)
}

private let generateNotes = """
  Of a schema file 'household.igata' come 'household.igata.swift' and 'household.sqlite.sql'.
  All files are written or, where anything is wrong, none. A file whose content is right is not
  touched. igata keeps a list of what it wrote, .igata-manifest.json: files on it that are no
  longer wanted are removed, and files that are not on it are neither replaced nor removed.

  igata.json, in the folder of the schema or above it, may hold the options output, target,
  dialect, access and templates, and beside them:
    schema   files and folders, read where the command line names none
    tables   singular or plural: how tables are named after models
  Paths in it count from its folder, and options on the command line win:
    {"schema": ["Schema"], "output": "Sources/App/Generated", "access": "package"}
  """

/// What is done with the files once they are rendered.
private enum Mode {
  case write, check, list, print

  init(_ invocation: Invocation) throws(Failure) {
    let modes = invocation.given(of: [.check, .listOutputs, .stdout])
    let clashing = modes + invocation.given(of: [.depfile])
    if clashing.count > 1 {
      throw Failure(.usage, "options '--\(clashing[0].name)' and '--\(clashing[1].name)' exclude each other")
    }
    switch modes.first {
    case OptionRule.check: self = .check
    case OptionRule.listOutputs: self = .list
    case OptionRule.stdout: self = .print
    default: self = .write
    }
  }
}

private func runGenerate(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let mode = try Mode(invocation)
  let inputs = try Inputs.read(invocation.operands, console)
  let settings = GenerationSettings(invocation, inputs.configuration)
  let schema = try inputs.resolved(console)
  let plan = try inputs.planned(schema, settings.options, console)
  if mode == .list {
    for output in plan.outputs { console.write("\(PathText.join(settings.folder, output.path))\n") }
    return .success
  }
  let templates = try LoadedTemplates(settings.templates, behind: inputs.schemas, console)
  let files = try templates.render(plan, behind: inputs.schemas, console)
  switch mode {
  case .print: printFiles(files, &console)
  case .check: return try check(files, in: settings.folder, &console)
  case .write, .list:
    let dependencies = try depfile(invocation, settings, files, inputs.paths + templates.paths)
    try write(files, into: settings.folder, with: dependencies, console)
  }
  return .success
}

private func printFiles(_ files: [RenderedFile], _ console: inout Console) {
  for file in files {
    if files.count > 1 { console.write("==> \(file.path) <==\n") }
    console.write(file.bytes)
  }
}

private func check(
  _ files: [RenderedFile], in folder: String, _ console: inout Console
) throws(Failure) -> ExitStatus {
  let found = try FolderLock.with(folder, .shared) { () throws(Failure) in
    try OutputFolder(folder, wanted: files)
  }
  found.warnOfOrphans(console)
  for change in found.changes { console.write(change.difference) }
  guard !found.changes.isEmpty else { return .success }
  for path in found.foreignFiles { console.warn(Failure.foreign(path)) }
  let count = found.changes.count
  console.note("\(count) \(count == 1 ? "file differs" : "files differ") from what the schema says")
  return .negative
}

private func write(
  _ files: [RenderedFile], into folder: String, with dependencies: FileChange?, _ console: Console
) throws(Failure) {
  let made: [String]
  do {
    made = try FolderTree.make(folder)
  } catch {
    throw .unwritable(folder, error)
  }
  do {
    try FolderLock.with(folder, .exclusive) { () throws(Failure) in
      let found = try OutputFolder(folder, wanted: files)
      guard found.foreignFiles.isEmpty else {
        throw Failure(.unwritableOutput, messages: found.foreignFiles.map(Failure.foreign))
      }
      found.warnOfOrphans(console)
      removeLeftovers(in: folder)
      try found.write(with: dependencies.map { [$0] } ?? [])
    }
  } catch {
    for folder in made.reversed() { FileSystem.removeEmptyFolder(folder) }
    throw error
  }
}

extension Failure {
  fileprivate static func foreign(_ path: String) -> String {
    "'\(visible(path))' is in the way: igata did not write it, so it does not replace it"
  }
}

extension OutputFolder {
  fileprivate func warnOfOrphans(_ console: Console) {
    for path in keptOrphans {
      console.warn("'\(visible(path))' is no longer generated, but was changed by hand, so it stays")
    }
  }
}

private func depfile(
  _ invocation: Invocation, _ settings: GenerationSettings, _ files: [RenderedFile], _ inputs: [String]
) throws(Failure) -> FileChange? {
  guard let path = invocation.text(.depfile) else { return nil }
  let outputs = files.map { PathText.join(settings.folder, $0.path) }
  guard let text = Depfile.text(outputs: outputs, inputs: inputs) else {
    throw Failure(.unwritableOutput, "a depfile can't hold a path with a line break")
  }
  let content = Array(text.utf8)
  let clash = Failure(.usage, "'\(visible(path))' can't be the depfile, as it is an input or an output")
  guard !(inputs + outputs).map(FileSystem.absolute).contains(FileSystem.absolute(path)) else { throw clash }
  do throws(SystemFault) {
    guard let status = try FileSystem.existing(path) else {
      return FileChange(path: path, before: nil, after: content)
    }
    let before = try FileSystem.read(path)
    if before == content { return nil }
    let others = (inputs + outputs).compactMap { try? FileSystem.status(of: $0).identity }
    if !others.contains(status.identity) {
      return FileChange(path: path, before: before, after: content, mode: status.mode)
    }
  } catch {
    throw .unwritable(path, error)
  }
  throw clash
}
