import IgataDiagnostics
import IgataEvolution
import IgataGeneration
import IgataSchema
import IgataSyntax

extension OptionRule {
  fileprivate static let keep = OptionRule.flag(
    "keep", "leave '@renamed' and '@backfill' in the schema,\nbut for names that would be swapped again")
  fileprivate static let release = OptionRule.flag(
    "release", "report a schema that differs from the newest version")
  fileprivate static let base = OptionRule(
    "base", .path("FILE"), "a 'history' that this one must begin with, such as that of the main branch")
}

extension Command {
  static let migrate = group(
    "migrate", "seal the versions of a schema, and bring databases to them",
    notes: """
      A sealed version is a folder in 'Migrations' that never changes again: the schema, and the SQL that
      brings rows to it from the version before. The file 'history' lists the versions. Until the next
      version is sealed, 'igata generate' compares the schema with the newest one, and reports what the
      schema doesn't say about existing rows. igata.json can contain
        {"migrations": {"folder": "Migrations", "dialects": ["sqlite", "postgresql"]}}
      """,
    [
      migrateNew,
      Command(
        name: "seal", purpose: "add the schema as a version, and write its script",
        operands: Operands(label: "NAME [SCHEMA…]", count: 1...Int.max, suggestions: .schemas),
        options: [.keep, .report],
        notes: """
          Seal when a program with the schema is released, or, on a server, in each change of the schema.
          '@renamed' and '@backfill' are taken out of the schema then: the version has them.
          """,
        run: runSeal),
      Command(
        name: "lint", purpose: "check that no sealed version was changed, and that the list of versions is whole",
        operands: .schemas, options: [.base, .release, .report],
        notes: "Own SQL of the next version is checked as well.", run: runMigrateLint),
      check, migrateStatus, apply, adopt, migrateSQL,
    ])
}

private func runMigrateLint(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let inputs = try Inputs.read(invocation.operands, console)
  guard let folder = try VersionFolder.read(inputs.configuration.migrations, console) else {
    guard !invocation.has(.release) else { throw Failure(.negative, "no version is sealed") }
    console.note("no version is sealed")
    return .success
  }
  try folder.check(console)
  if invocation.has(.release) || !folder.own.isEmpty {
    let compilation = try inputs.compiled(
      GenerationOptions(names: inputs.configuration.names), through: .schema, console)
    try folder.lintOwnSQL(to: compilation.schema, console)
    if invocation.has(.release) { try checkRelease(folder, compilation, inputs, console) }
  }
  if let base = invocation.text(.base) { try folder.check(against: base, console) }
  return .success
}

/// Reports a schema that has a version which isn't sealed.
private func checkRelease(
  _ folder: VersionFolder, _ compilation: Compilation, _ inputs: Inputs, _ console: Console
) throws(Failure) {
  let evolution = try openVersion(folder, compilation, inputs, console)
  // What no database notices needs no version.
  let dialects = inputs.configuration.migrations.dialects
  guard dialects.contains(where: { !script(of: evolution, in: $0).text.isEmpty }) else { return }
  try console.report(
    [.unsealedVersion(after: folder.newest, evolution.changes.first, at: folder.newest.range)], in: [folder.source])
}

private func runSeal(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let name = invocation.operands[0]
  if let objection = SealedVersion.objection(toName: name) {
    throw Failure(.usage, "the name '\(visible(name))' \(objection)")
  }
  let schemas = Array(invocation.operands.dropFirst())
  let inputs = try Inputs.read(schemas, console)
  let folder = inputs.configuration.migrations.location
  do throws(SystemFault) {
    _ = try folder.makeFolders()
  } catch {
    throw .unwritable(folder.path, error)
  }
  let count = try FolderLock.with(folder, .exclusive) { () throws(Failure) in
    // Another one may have sealed, and changed the schema, until the folder was locked.
    let isRead = inputs.schemas.contains { $0.name == Inputs.nameOfStandardInput }
    return try seal(
      isRead ? inputs : try Inputs.read(schemas, console), as: name, keepsDeclarations: invocation.has(.keep), console)
  }
  console.note("sealed version \(count) '\(name)'")
  return .success
}

/// - Returns: The number of the version.
private func seal(
  _ inputs: Inputs, as name: String, keepsDeclarations: Bool, _ console: Console
) throws(Failure) -> Int {
  let compilation = try inputs.compiled(
    GenerationOptions(names: inputs.configuration.names), through: .schema, console)
  try compilation.requireOwnModels()
  try console.report(compilation.schema.findTwoOwners(), in: inputs.schemas)
  let settings = inputs.configuration.migrations
  let folder = try VersionFolder.read(settings, console)
  try folder?.check(console)
  let evolution = try folder.map { folder throws(Failure) in
    try openVersion(folder, compilation, inputs, console)
  }
  try folder?.lintOwnSQL(to: compilation.schema, console)
  let removals = try folder?.ownRemovals(settings, console) ?? []
  let sealed = seal(compilation.schema, as: name, after: folder?.history ?? History(), evolution, settings.dialects)
  switch sealed {
  case .failure(let problem): throw Failure(.negative, problem.message)
  case .success(let version):
    var changes = version.files.map { file in
      FileChange(settings.location.appending(file.path), before: nil, after: file.bytes)
    }
    changes.append(
      FileChange(
        settings.location.appending(VersionFolder.historyName), before: folder?.source.bytes,
        after: Array(version.history.text.utf8)))
    changes += removals
    changes += try changedSchemas(inputs, compilation) { tree in
      keepsDeclarations ? withoutRepeatableRenames(tree, among: compilation.trees) : withoutStepDeclarations(tree)
    }
    try Transaction.perform(changes)
    removals.first?.location.parent.removeEmptyFolder()
    return version.history.versions.count
  }
}

/// The differences between the newest sealed version and the schema. Reports the errors, and fails if there are any.
func openVersion(
  _ folder: VersionFolder, _ compilation: Compilation, _ inputs: Inputs, _ console: Console
) throws(Failure) -> Evolution {
  let snapshot = try folder.snapshot(of: folder.newest, console)
  let evolution = evolveVersion(
    from: snapshot.schema, to: compilation.schema, trees: compilation.trees, own: try folder.ownSQL(console),
    dialects: inputs.configuration.migrations.dialects
  ).checked(after: try folder.sealedVersions(in: scriptDialects, console))
  try console.report(evolution.diagnostics, in: inputs.schemas)
  return evolution
}

/// The schema files without what was said about the step to the version.
private func changedSchemas(
  _ inputs: Inputs, _ compilation: Compilation, _ text: (SyntaxTree) -> [UInt8]
) throws(Failure) -> [FileChange] {
  var changes: [FileChange] = []
  for (file, tree) in zip(inputs.schemas, compilation.trees) {
    let bytes = text(tree)
    guard bytes != file.bytes, file.name != Inputs.nameOfStandardInput else { continue }
    changes.append(try .replacing(file, with: bytes))
  }
  return changes
}
