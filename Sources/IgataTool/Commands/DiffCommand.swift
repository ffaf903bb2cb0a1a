import IgataDiagnostics
import IgataEvolution
import IgataGeneration
import IgataSchema
import IgataSyntax

extension OptionRule {
  fileprivate static let format = OptionRule(
    "format", .choice(["text", "json", "sql"]),
    "the form of the changes (default: text); sql: the statements")
  fileprivate static let scriptDialect = OptionRule(
    "dialect", .choice(scriptDialects), "the SQL engine of '--format sql' (default: the first of 'migrations')")
  fileprivate static let breaking = OptionRule(
    "breaking", .choices(Audiences.named.map(\.name)),
    "print only what breaks one of these, and exit 1 if there is any")
}

extension Command {
  private static let comparison = Operands(
    label: "[OLD [NEW]]", count: 0...2, suggestions: .files(ending: nil))
  private static let diffOptions: [OptionRule] = [.format, .scriptDialect, .breaking, .report]
  private static let breakingOptions: [OptionRule] = [.format, .scriptDialect, .report]

  static let diff = Command(
    name: "diff", purpose: "print what changes between two schemas, and what it does to rows",
    operands: comparison,
    options: diffOptions,
    notes: """
      OLD and NEW are files or folders of schemas, numbers of sealed versions, or databases, which stand
      for the version that they are at: the path of a SQLite file, or a URL. OLD is the newest version by
      default, and NEW is what 'igata generate' reads. Each change has its effect on existing rows:
      'none', 'safe' (every value stays), 'guarded' (every value stays, or the migration stops and changes
      nothing), 'needs data' ('@backfill' gives the values) or 'destructive' (values are dropped).

      A change breaks
        storage     if programs of the old schema can't use the database any longer
        dictionary  if keys or values of 'convert()' change, as clients of a JSON API see them
        source      if Swift code that uses the generated types may not compile
      """,
    printsProduct: { _ in true },
    request: { invocation, console throws(Failure) in try diffRequest(invocation, diffOptions, console) },
    run: { invocation, console throws(Failure) in
      if invocation.namesDatabase { return try invocation.becomeDatabaseProgram(diffOptions) }
      return try runDiff(invocation, breaking: invocation.audiences, &console)
    })

  static let breaking = Command(
    name: "breaking", purpose: "find changes between two schemas that break stored data or JSON clients",
    operands: comparison, options: breakingOptions,
    notes: "It is 'igata diff --breaking storage,dictionary'.", printsProduct: { _ in true },
    request: { invocation, console throws(Failure) in try diffRequest(invocation, breakingOptions, console) },
    run: { invocation, console throws(Failure) in
      if invocation.namesDatabase { return try invocation.becomeDatabaseProgram(breakingOptions) }
      return try runDiff(invocation, breaking: [.storage, .dictionary], &console)
    })
}

private func diffRequest(
  _ invocation: Invocation, _ options: [OptionRule], _ console: Console
) throws(Failure) -> DatabaseRequest {
  let settings = try Inputs.read([], console).configuration.migrations
  let versions = try VersionFolder.read(settings, console)?.runnableVersions(console).versions
  return .diff(DiffRequest(invocation, of: options, versions ?? [:]))
}

private func runDiff(
  _ invocation: Invocation, breaking: Audiences?, _ console: inout Console
) throws(Failure) -> ExitStatus {
  let operands = invocation.operands
  let newOperand = operands.dropFirst().first
  let leadsToVersion = newOperand.flatMap { Int($0) } != nil
  let given = try ComparedSchema(leadsToVersion ? nil : newOperand, console)
  let old = try given.other(operands.first, as: .old, console)
  let new = leadsToVersion ? try given.other(newOperand, as: .new, console) : given
  guard operands.count != 1 || old.files.map(\.name) != new.files.map(\.name) else {
    throw Failure(
      .usage, "'\(visible(operands[0]))' is the schema that 'igata generate' reads",
      "without it, that is compared with the newest version")
  }
  // What the author adds leads to the schema, and not to another version.
  let own = leadsToVersion ? [:] : old.own
  let comparesVersion = operands.first.map { Int($0) != nil } ?? true
  let evolution = (comparesVersion ? evolveVersion : evolve)(
    old.schema, new.schema, new.trees, own, new.migrations.dialects
  ).planned()
  console.show(sorted: evolution.diagnostics, in: new.files)
  let changes = breaking.map { audiences in evolution.changes.filter { !$0.breaks.isDisjoint(with: audiences) } }
  let printed = changes ?? evolution.changes
  switch invocation.text(.format) {
  case "json": console.write(changesJSON(printed, old: old.files, new: new.files))
  case "sql":
    guard evolution.isValid else { return .negative }
    let script = script(of: evolution, in: invocation.text(.scriptDialect) ?? new.migrations.dialects[0])
    for change in script.unplanned { console.complain("no statement does this yet: \(visible(change.message))") }
    guard script.unplanned.isEmpty else { return .negative }
    console.write(script.text)
  default: console.write(printChanges(printed, old: old.files, new: new.files))
  }
  return evolution.isValid && changes?.isEmpty ?? true ? .success : .negative
}

/// A schema on one side of a comparison.
private struct ComparedSchema {
  let schema: Schema
  let trees: [SyntaxTree]
  let files: [SourceFile]
  let migrations: MigrationSettings
  /// The SQL that the author adds to what leads from this schema to the next one.
  var own: [String: OwnSQL] = [:]
}

extension ComparedSchema {
  /// - Parameter operand: A file or a folder; `nil` for the schema that `igata.json` or the current folder has.
  init(_ operand: String?, _ console: Console) throws(Failure) {
    let inputs = try Inputs.read(operand.map { [$0] } ?? [], console)
    let options = GenerationOptions(names: inputs.configuration.names)
    let compilation = try inputs.compiled(options, through: .schema, console)
    self.init(
      schema: compilation.schema, trees: compilation.trees, files: inputs.schemas,
      migrations: inputs.configuration.migrations)
  }

  /// A schema with the settings of this one.
  ///
  /// - Parameters:
  ///   - operand: A file, a folder, or the number of a sealed version; `nil` for the newest one.
  ///   - side: What a version says about the one before counts on the new side alone.
  func other(_ operand: String?, as side: Side, _ console: Console) throws(Failure) -> ComparedSchema {
    let number = operand.flatMap { Int($0) }
    if operand != nil, number == nil { return try ComparedSchema(operand, console) }
    guard let folder = try VersionFolder.read(migrations, console) else {
      throw Failure(.usage, "no version is sealed in '\(visible(migrations.folder))'; name the old schema")
    }
    let version = try number.map { number throws(Failure) in try folder.existing(number) } ?? folder.newest
    let (snapshot, trees, file) =
      side == .old ? try folder.snapshot(of: version, console) : try folder.declaredSnapshot(of: version, console)
    var schema = ComparedSchema(schema: snapshot, trees: trees, files: [file], migrations: migrations)
    if version == folder.newest { schema.own = try folder.ownSQL(console) }
    return schema
  }

  enum Side {
    case old, new
  }
}

extension Invocation {
  /// Whether one of the operands is a database.
  fileprivate var namesDatabase: Bool { operands.contains(where: DatabaseOperand.isDatabase) }

  /// What changes must not break, if the command line says so.
  fileprivate var audiences: Audiences? {
    parts(.breaking).map { names in
      Audiences(Audiences.named.filter { names.contains($0.name) }.map(\.audience))
    }
  }
}
