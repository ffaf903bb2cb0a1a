import IgataDiagnostics
import IgataEvolution
import IgataGeneration

extension Command {
  static let migrateNew = Command(
    name: "new", purpose: "write files for own SQL of the next version", operands: .schemas, options: [.report],
    notes: """
      Writes 'next/sqlite.sql' in the folder of the versions, for each dialect that igata.json names. Its
      block 'before' runs in front of what is derived, and sees the old tables; 'after' runs after it.
      'objects' creates triggers, views and other objects, in new databases as well. 'igata generate'
      and 'igata migrate seal' take all of them into the version.
      """,
    run: runMigrateNew)
}

private func runMigrateNew(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let inputs = try Inputs.read(invocation.operands, console)
  let settings = inputs.configuration.migrations
  let compilation = try inputs.compiled(
    GenerationOptions(names: inputs.configuration.names), through: .schema, console)
  try compilation.requireOwnModels()
  guard let folder = try VersionFolder.read(settings, console) else {
    throw Failure(
      .negative, "no version is sealed, and the first one has no own SQL",
      "'igata migrate seal NAME' seals it; the next version can have nothing but own SQL")
  }
  try folder.check(console)
  let snapshot = try folder.snapshot(of: folder.newest, console)
  let evolution = evolveVersion(from: snapshot.schema, to: compilation.schema, trees: compilation.trees)
  var changes: [FileChange] = []
  for dialect in settings.dialects {
    let location = settings.location.appending(OwnSQL.path(of: dialect))
    if folder.own[dialect] != nil {
      console.note("'\(visible(location.path))' exists already")
      continue
    }
    let derived = evolution.canBePlanned ? script(of: evolution, in: dialect).text : ""
    let text = ownSQLText(dialect, forVersion: folder.newest.number + 1, derived: derived)
    changes.append(FileChange(location, before: nil, after: Array(text.utf8)))
  }
  try Transaction.perform(changes)
  for change in changes { console.note("wrote '\(visible(change.path))'") }
  return .success
}
