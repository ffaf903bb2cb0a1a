import IgataDiagnostics
import IgataEvolution
import IgataGeneration
import IgataSchema

extension OptionRule {
  fileprivate static let format = OptionRule(
    "format", .choice(["text", "json", "sql"]),
    "the form of the changes (default: text); sql: the statements for SQLite")
  fileprivate static let breaking = OptionRule(
    "breaking", .choices(Audiences.named.map(\.name)), "print only what breaks one of these, and exit 1 if there is any")
}

extension Command {
  private static let comparison = Operands(label: "OLD NEW", count: 2...2)

  static let diff = Command(
    name: "diff", purpose: "print what changes between two schemas, and what it does to rows", operands: comparison,
    options: [OptionRule.format, .breaking, .report],
    notes: """
      OLD and NEW are files or folders. Each change has its effect on existing rows: 'none', 'safe' (every
      value stays), 'guarded' (every value stays, or the migration stops and changes nothing), 'needs data'
      ('@backfill' gives the values) or 'destructive' (values are dropped).

      A change breaks
        storage     if programs of the old schema can't use the database any longer
        dictionary  if keys or values of 'convert()' change, as clients of a JSON API see them
        source      if Swift code that uses the generated types may not compile
      """,
    printsProduct: { _ in true }, run: { invocation, console throws(Failure) in
      try runDiff(invocation, breaking: invocation.audiences, &console)
    })

  static let breaking = Command(
    name: "breaking", purpose: "find changes between two schemas that break stored data or JSON clients",
    operands: comparison, options: [OptionRule.format, .report],
    notes: "It is 'igata diff --breaking storage,dictionary'.", printsProduct: { _ in true },
    run: { invocation, console throws(Failure) in
      try runDiff(invocation, breaking: [.storage, .dictionary], &console)
    })
}

private func runDiff(
  _ invocation: Invocation, breaking: Audiences?, _ console: inout Console
) throws(Failure) -> ExitStatus {
  let old = try Inputs.read([invocation.operands[0]], console)
  let new = try Inputs.read([invocation.operands[1]], console)
  let before = try old.resolved(console)
  let after = try new.compiled(GenerationOptions(names: new.configuration.names), through: .schema, console)
  let evolution = evolve(from: before, to: after.schema, trees: after.trees)
  console.show(sorted: evolution.diagnostics, in: new.schemas)
  let changes = breaking.map { audiences in evolution.changes.filter { !$0.breaks.isDisjoint(with: audiences) } }
  let printed = changes ?? evolution.changes
  switch invocation.text(.format) {
  case "json": console.write(changesJSON(printed, old: old.schemas, new: new.schemas))
  case "sql":
    guard evolution.isValid else { return .negative }
    let script = planSQLite(evolution)
    for change in script.unplanned { console.complain("no statement does this yet: \(visible(change.message))") }
    guard script.unplanned.isEmpty else { return .negative }
    console.write(script.text)
  default: console.write(printChanges(printed, old: old.schemas, new: new.schemas))
  }
  return evolution.isValid && changes?.isEmpty ?? true ? .success : .negative
}

extension Invocation {
  /// What changes must not break, if the command line says so.
  fileprivate var audiences: Audiences? {
    parts(.breaking).map { names in
      Audiences(Audiences.named.filter { names.contains($0.name) }.map(\.audience))
    }
  }
}
