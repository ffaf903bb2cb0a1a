import IgataDiagnostics
import IgataEvolution
import IgataSchema

extension OptionRule {
  fileprivate static let from = OptionRule(
    "from", .text("N"), "the version that the database is at; 0 for a new database")
  fileprivate static let to = OptionRule("to", .text("M"), "the version to bring it to (default: the newest)")
  fileprivate static let printedDialect = OptionRule(
    "dialect", .choice(scriptDialects), "the kind of database (default: the first of the 'dialects')")

  /// The schemas that determine `igata.json`, and so the folder of the versions.
  static let versionsOf = OptionRule(
    "schema", .paths("SCHEMA"),
    "the schemas whose versions are meant (default: those that\nigata.json names, else the current folder)")
}

extension Command {
  static let migrateSQL = Command(
    name: "sql", purpose: "print the statements between two sealed versions, for sqlite3 or psql",
    options: [.from, .to, .printedDialect, .versionsOf, .report],
    notes: """
      They do what 'igata migrate apply' does, and record the versions, so that 'store.migrate' accepts
      the database afterward: igata migrate sql --from 2 | sqlite3 shop.sqlite
        igata migrate sql --from 2 --dialect postgresql | psql shop
      They stop, and change nothing, unless the database is at version N. In SQLite, triggers and indexes
      of your own on a table that is built again are lost.
      """,
    printsProduct: { _ in true }, run: runMigrateSQL)
}

private func runMigrateSQL(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  guard invocation.has(.from) else { throw Failure(.usage, "option '--from' is missing") }
  let folder = try VersionFolder.sealed(invocation, console)
  let sealed = try folder.sealedVersions(in: scriptDialects, console)
  let dialect = invocation.text(.printedDialect) ?? folder.newest.sums.keys.sorted(by: >).first ?? "sqlite"
  let versions = sealed.runnable(in: dialect)
  guard !versions.isEmpty else {
    throw Failure(.negative, "the versions in '\(visible(folder.path))' don't all have scripts for \(dialect)")
  }
  let from = invocation.text(.from) == "0" ? 0 : try folder.number(invocation, .from) ?? 0
  let to = try folder.number(invocation, .to) ?? versions.count
  guard from < to else { throw Failure(.usage, "version \(to) isn't later than \(from)") }
  let printed = versions[from..<to]
  for version in printed {
    if let function = version.script.functions.first {
      throw Failure(
        .negative,
        "version \(version.number) '\(version.name)' calls the function '\(function.name)' of a program, which has to "
          + "bring the database to it")
    }
    guard let function = version.ownFunctions.first else { continue }
    throw Failure(
      .negative,
      "version \(version.number) '\(version.name)' calls \(function), which sqlite3 doesn't have; use "
        + "'igata migrate apply'")
  }
  let text = printed.map { $0.text(after: $0.number > 1 ? versions[$0.number - 2] : nil) }.joined()
  let isServer = dialect == "postgresql"
  // The scripts can be of somebody else, and the program would run more than SQL.
  if let objection = clientCommandObjection(
    text, isServer ? .postgresql : .sqlite, besides: isServer ? "\\set ON_ERROR_STOP on" : ".bail on")
  {
    throw Failure(
      .negative,
      "the versions aren't for \(isServer ? "psql" : "sqlite3"): \(objection); use 'igata migrate apply', which only "
        + "sends statements")
  }
  console.write(text)
  return .success
}

extension VersionFolder {
  /// The folder that the command line or `igata.json` names.
  static func sealed(_ invocation: Invocation, _ console: Console) throws(Failure) -> VersionFolder {
    try sealed(try Inputs.read(invocation.parts(.versionsOf) ?? [], console), console)
  }

  /// The folder that `igata.json` names.
  static func sealed(_ inputs: Inputs, _ console: Console) throws(Failure) -> VersionFolder {
    let settings = inputs.configuration.migrations
    guard let folder = try read(settings, console) else {
      throw Failure(
        .negative, "no version is sealed in '\(visible(settings.folder))'; 'igata migrate seal' does that")
    }
    return folder
  }

  /// The versions by dialect, and the schema of the newest one. Reports those that were changed, and fails if there are
  /// any.
  func runnableVersions(
    _ console: Console
  ) throws(Failure) -> (versions: [String: [RunnableVersion]], newest: Schema) {
    let sealed = try sealedVersions(in: scriptDialects, console)
    return (
      Dictionary(uniqueKeysWithValues: scriptDialects.map { ($0, sealed.runnable(in: $0)) }),
      try snapshot(of: newest, console).schema
    )
  }

  /// The number of the version that an option names; `nil` without the option.
  func number(_ invocation: Invocation, _ rule: OptionRule) throws(Failure) -> Int? {
    guard let text = invocation.text(rule) else { return nil }
    guard let number = Int(text) else { throw Failure(.usage, "option '--\(rule.name)' must be a number") }
    return try existing(number).number
  }
}
