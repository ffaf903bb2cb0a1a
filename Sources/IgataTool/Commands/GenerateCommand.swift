import IgataDiagnostics
import IgataGeneration
import IgataSchema

extension OptionRule {
  static let output = OptionRule(
    "output", short: "o", .path("DIR"), "the folder to write into (default: the current folder)", suggestions: .folders)
  static let target = OptionRule(
    "target", .choices(Target.allCases.map(\.rawValue)), "the outputs to write (default: swift,sql and custom outputs)")
  static let dialect = OptionRule(
    "dialect", .choices(Dialect.allCases.map(\.rawValue)), "the SQL engines to write DDL for (default: sqlite)")
  static let access = OptionRule(
    "access", .choice(AccessLevel.allCases.map(\.rawValue)),
    "the access level of the Swift declarations (default: public)")
  static let templates = OptionRule(
    "templates", .path("DIR"),
    "templates that replace built-in ones with the same name;\n"
      + "'igata templates eject DIR' writes copies to start from", suggestions: .folders)
  static let schemaName = OptionRule(
    "schema-name", .typeName("NAME"),
    "the name of the enum that lists all models (default:\n"
      + "derived from the only schema file, or from the folder)")
  static let sources = OptionRule(
    "sources", .path("FILE"),
    "a list of the Swift files in the same module, one on each\nline, to check for conflicting type names and imports")
  static let check = OptionRule.flag("check", "write nothing; print differences, and exit 1 if there are any")
  fileprivate static let depfile = OptionRule(
    "depfile", .path("FILE"), "also write the dependencies of the outputs, for make and ninja")
  fileprivate static let depfileTarget = OptionRule(
    "depfile-target", .path("FILE"), "the target of the depfile, such as a stamp file (default: the outputs)")
  static let sandboxed = OptionRule.flag(
    "sandboxed",
    "write into the files themselves, for a sandbox that permits no others;\n"
      + "with --list-outputs, also print the path of .igata-manifest.json")
  fileprivate static let listInputs = OptionRule.flag(
    "list-inputs", "write nothing; print the paths of the outputs' dependencies")
  fileprivate static let listOutputs = OptionRule.flag(
    "list-outputs", "write nothing; print the paths of the outputs, one on each line")
  static let stdout = OptionRule.flag("stdout", "write no files; print their contents")
}

extension Command {
  static let generate = Command(
    name: "generate", purpose: "generate the Swift and the SQL of a schema",
    operands: .schemas,
    options: [
      .output, .target, .dialect, .access, .templates, .schemaName, .sources, .check, .depfile, .depfileTarget,
      .sandboxed, .listInputs, .listOutputs, .stdout, .report,
    ],
    notes: generateNotes, printsProduct: { !$0.given(of: [.listInputs, .listOutputs, .stdout]).isEmpty },
    run: runGenerate)
}

private let generateNotes = """
  A schema file 'household.igata' generates 'household.igata.swift' and 'household.sqlite.sql', with
  the target realm 'household.realm.swift', and with swiftdata 'household.swiftdata.swift', each with
  a file that the classes of all schemas share. The target citus generates one 'household.citus.sql'
  for the whole schema ('schema.citus.sql' for several files), for the coordinator of a Citus
  cluster. In the same way, openapi, typescript and kotlin generate 'household.openapi.json',
  'household.ts' and 'household.kt': the models as JSON, as convert(for: .json) returns them. The
  outputs mirror the folders of the schemas. Store.prepare takes the enum that lists all models: it
  is in the Swift file of a single schema, or in a separate file if there are several,
  'HouseholdSchema.igata.swift'.

  Either all files are written or, if there is an error, none. Files that are up to date are not
  touched. igata keeps a list of the files it wrote, by schema file and target, in
  .igata-manifest.json: files of this run's schemas and targets that are no longer generated are
  removed and reported. Files of other runs remain, and files that are not on the list are neither
  replaced nor removed. '--check' ignores differences in line endings.

  igata.json, in the folder of the schema or above it, can contain the options output, target,
  dialect, access, templates and, as schemaName, schema-name. It can also contain:
    schema   files and folders to read if the command line names none
    names    how tables and columns are named without @table and @column:
             {"tables": "snake_case", "plural": false, "columns": "snake_case",
             "foreignKeys": "{field}_{key}"}; the styles are snake_case, camelCase and asWritten,
             and tables can also be a pattern such as "tbl_{model}"
    outputs  custom outputs: [{"template": "docs", "path": "docs/{name}.md", "scope": "model"}];
             the scope is once, model, enum, struct or type, and '--target outputs' writes only these
  Paths in it are relative to its folder, and options on the command line take precedence:
    {"schema": ["Schema"], "output": "Sources/App/Generated", "access": "package"}
  """

/// What happens to the rendered files.
private enum Mode {
  case write, check, list(inputs: Bool), print

  init(_ invocation: Invocation) throws(Failure) {
    let modes = invocation.given(of: [.check, .listInputs, .listOutputs, .stdout])
    let clashing = modes + invocation.given(of: [.depfile])
    if clashing.count > 1 {
      throw Failure(.usage, "options '--\(clashing[0].name)' and '--\(clashing[1].name)' can't be combined")
    }
    if invocation.has(.depfileTarget), !invocation.has(.depfile) {
      throw Failure(.usage, "option '--depfile-target' requires '--depfile'")
    }
    if invocation.has(.sandboxed), let mode = modes.first, mode != .listOutputs {
      throw Failure(.usage, "options '--sandboxed' and '--\(mode.name)' can't be combined")
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
  case .list(inputs: false):
    let generation = try Generation(invocation, through: .plan, console)
    list(generation.outputs + (invocation.has(.sandboxed) ? [generation.manifest] : []), &console)
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
  console.note("\(count) \(count == 1 ? "file is" : "files are") not up to date")
  return .negative
}
