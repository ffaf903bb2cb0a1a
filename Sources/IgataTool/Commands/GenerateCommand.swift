import IgataDiagnostics
import IgataGeneration
import IgataSchema

extension OptionRule {
  static let output = OptionRule(
    "output", short: "o", .path("DIR"), "the folder to write into (default: the current folder)")
  static let target = OptionRule(
    "target", .choices(Target.allCases.map(\.rawValue)), "what to write (default: swift,sql and your own outputs)")
  static let dialect = OptionRule(
    "dialect", .choices(Dialect.allCases.map(\.rawValue)), "the SQL engines to write tables for (default: sqlite)")
  static let access = OptionRule(
    "access", .choice(AccessLevel.allCases.map(\.rawValue)),
    "how visible the Swift declarations are (default: public)")
  static let templates = OptionRule(
    "templates", .path("DIR"),
    "templates that replace built-in ones of the same name;\n"
      + "'igata templates eject DIR' writes those to begin with")
  static let schemaName = OptionRule(
    "schema-name", .typeName("NAME"),
    "the name of the enum that holds all models (default: after\n"
      + "the only schema file, or after the folder of several)")
  static let beside = OptionRule(
    "beside", .path("FILE"),
    "a list of the Swift files that the outputs are compiled\nwith, one on a line: no type may be in both")
  static let check = OptionRule.flag("check", "write nothing; print what differs, and exit 1 if anything does")
  fileprivate static let depfile = OptionRule(
    "depfile", .path("FILE"), "also write what the outputs depend on, for make and ninja")
  fileprivate static let depfileTarget = OptionRule(
    "depfile-target", .path("FILE"), "what the depfile says depends on them, for a stamp (default: the outputs)")
  fileprivate static let listInputs = OptionRule.flag(
    "list-inputs", "write nothing; print the paths of what the outputs depend on")
  fileprivate static let listOutputs = OptionRule.flag(
    "list-outputs", "write nothing; print the paths of the outputs, one on a line")
  static let stdout = OptionRule.flag("stdout", "write no files; print what they would hold")
}

extension Command {
  static let generate = Command(
    name: "generate", purpose: "write the Swift and the SQL of a schema",
    operands: .schemas,
    options: [
      .output, .target, .dialect, .access, .templates, .schemaName, .beside, .check, .depfile, .depfileTarget, .listInputs,
      .listOutputs,
      .stdout, .report,
    ],
    notes: generateNotes, printsProduct: { !$0.given(of: [.listInputs, .listOutputs, .stdout]).isEmpty },
    run: runGenerate)
}

private let generateNotes = """
  Of a schema file 'household.igata' come 'household.igata.swift' and 'household.sqlite.sql'; for
  the target realm 'household.realm.swift', for swiftdata 'household.swiftdata.swift', each with
  one file that the classes of all schemas share. The target citus writes one 'household.citus.sql'
  for a whole schema ('schema.citus.sql' of several files), for the coordinator of a Citus cluster.
  Folders of schemas are mirrored below the folder that all are in. The enum that Store.prepare
  takes holds all models: it is in the Swift of the only schema file, or else in a file of its own,
  'HouseholdSchema.igata.swift'.
  All files are written or, where anything is wrong, none. A file whose content is right is not
  touched. igata keeps a list of what it wrote, by schema file and target, .igata-manifest.json:
  files of this run's schemas and targets that are no longer generated are removed, each with a
  line; what other runs wrote stays, and files that are not on the list are neither replaced nor
  removed. '--check' takes the line ends of a checkout for no difference.

  igata.json, in the folder of the schema or above it, may hold the options output, target,
  dialect, access, templates and, as schemaName, schema-name; and beside them:
    schema   files and folders, read where the command line names none
    tables   singular or plural: how tables are named after models
    outputs  files of your own: [{"template": "docs", "path": "docs/{name}.md", "scope": "model"}];
             the scope is once, model or enum, and --target outputs writes them alone
  Paths in it count from its folder, and options on the command line win:
    {"schema": ["Schema"], "output": "Sources/App/Generated", "access": "package"}
  """

/// What is done with the files once they are rendered.
private enum Mode {
  case write, check, list(inputs: Bool), print

  init(_ invocation: Invocation) throws(Failure) {
    let modes = invocation.given(of: [.check, .listInputs, .listOutputs, .stdout])
    let clashing = modes + invocation.given(of: [.depfile])
    if clashing.count > 1 {
      throw Failure(.usage, "options '--\(clashing[0].name)' and '--\(clashing[1].name)' exclude each other")
    }
    if invocation.has(.depfileTarget), !invocation.has(.depfile) {
      throw Failure(.usage, "option '--depfile-target' needs '--depfile'")
    }
    switch modes.first {
    case OptionRule.check: self = .check
    case OptionRule.listInputs: self = .list(inputs: true)
    case OptionRule.listOutputs: self = .list(inputs: false)
    case OptionRule.stdout: self = .print
    default: self = .write
    }
  }
}

private func runGenerate(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let mode = try Mode(invocation)
  if case .write = mode {
    let depfile = invocation.text(.depfile).map { Depfile(path: $0, target: invocation.text(.depfileTarget)) }
    try Generation.run(invocation, depfile: depfile, console)
    return .success
  }
  switch mode {
  case .list(inputs: true): list(try Generation(invocation, through: .templates, console).inputs, &console)
  case .list(inputs: false): list(try Generation(invocation, through: .plan, console).outputs, &console)
  case .print: printFiles(try Generation(invocation, console).files, &console)
  case .check: return try check(try Generation(invocation, console), &console)
  case .write: break
  }
  return .success
}

private func list(_ paths: [String], _ console: inout Console) {
  for path in paths { console.write("\(path)\n") }
}

private func printFiles(_ files: [RenderedFile], _ console: inout Console) {
  for file in files {
    if files.count > 1 { console.write("==> \(file.path) <==\n") }
    console.write(file.bytes)
  }
}

private func check(
  _ generation: Generation, _ console: inout Console
) throws(Failure) -> ExitStatus {
  let folder = generation.settings.folder
  let found = try FolderLock.with(folder, .shared) { () throws(Failure) in
    let found = try OutputFolder(folder, wanted: generation.files, claim: generation.claim())
    Leftovers(in: folder, found.folders).report(console)
    return found
  }
  found.warnOfOrphans(console)
  for change in found.changes { console.writeDifference(change.difference) }
  guard !found.changes.isEmpty else { return .success }
  for obstacle in found.obstacles { console.warn(obstacle.message) }
  let count = found.changes.count
  console.note("\(count) \(count == 1 ? "file differs" : "files differ") from what the schema says")
  return .negative
}
