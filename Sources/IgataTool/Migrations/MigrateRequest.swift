import IgataEvolution
import IgataGeneration
import IgataSchema
import IgataTables

/// The request of a command that compares a database with the sealed versions of a schema, or brings it to one.
package struct MigrateRequest: Sendable {
  package enum Action: Hashable, Sendable {
    case status
    /// Brings rows to the version `to`, or to the newest one.
    case apply(to: Int?, batch: Int?)
    /// Records the version that the tables fit, or this one.
    case adopt(Int?)
  }

  package let action: Action
  /// The database: a path or a URL.
  package let database: String
  /// The versions by dialect; empty for a dialect for which one of them has no script.
  package let versions: [String: [RunnableVersion]]
  /// The tables of the newest version.
  package let tables: [ModelTable]
  /// How long to wait for another process that locks the database; `nil` for the default.
  package let lockTimeout: Duration?
}

extension OptionRule {
  fileprivate static let to = OptionRule("to", .text("N"), "the version to bring the database to (default: the newest)")
  fileprivate static let lockTimeout = OptionRule(
    "lock-timeout", .text("TIME"),
    "how long to wait for programs that lock the database,\nas in 500ms, 30s or 2m (default: 5s, for PostgreSQL 10m)")
  fileprivate static let batch = OptionRule(
    "batch", .text("ROWS"), "the number of rows to copy in one transaction of SQLite\n(default: 10000)")
  fileprivate static let asVersion = OptionRule(
    "as", .text("N"), "the version to record (default: the one that the tables fit)")
}

extension Command {
  private static let database = Operands(label: "DATABASE", count: 1...1, suggestions: .files(ending: nil))

  static let migrateStatus = inDatabase(
    "status", "print the version of a database, and how it differs from the sealed versions", operands: database,
    options: [.versionsOf, .report],
    notes: """
      DATABASE is the path of a SQLite file or a postgresql:// URL. It is only read. The exit status is
      1 unless it is at the newest version, and its tables are those of that version.
      """
  ) { invocation, console throws(Failure) in try migrateRequest(invocation, console) { _ in .status } }

  static let apply = inDatabase(
    "apply", "bring a database to the newest sealed version, with its rows", operands: database,
    options: [.to, .lockTimeout, .batch, .versionsOf, .report],
    notes: """
      DATABASE is the path of a SQLite file or a postgresql:// URL. A file that doesn't exist is created
      at the newest version. Each version is one transaction, which either is carried out or changes
      nothing; its indexes follow. When it is interrupted, the same command continues. It does what
      'store.migrate' does.
      On PostgreSQL, no program of an older version may run meanwhile. A lock that isn't granted within
      2 seconds is given up and asked for again, so that programs don't queue behind it.
      """
  ) { invocation, console throws(Failure) in
    try migrateRequest(invocation, console) { folder throws(Failure) in
      .apply(to: try folder.number(invocation, .to), batch: try invocation.number(.batch, in: 1...Int(Int32.max)))
    }
  }

  static let adopt = inDatabase(
    "adopt", "record the version of a database that was made without versions", operands: database,
    options: [.asVersion, .lockTimeout, .versionsOf, .report],
    notes: """
      DATABASE is the path of a SQLite file or a postgresql:// URL. Its tables must be those of a sealed
      version. Rows are not changed.
      """
  ) { invocation, console throws(Failure) in
    try migrateRequest(invocation, console) { folder throws(Failure) in
      .adopt(try folder.number(invocation, .asVersion))
    }
  }

  private static func migrateRequest(
    _ invocation: Invocation, _ console: Console, _ action: (VersionFolder) throws(Failure) -> MigrateRequest.Action
  ) throws(Failure) -> DatabaseRequest {
    let inputs = try Inputs.read(invocation.parts(.versionsOf) ?? [], console)
    let folder = try VersionFolder.sealed(inputs, console)
    let (versions, newest) = try folder.runnableVersions(console)
    if folder.hasOpenVersion(after: newest, inputs) {
      console.note(
        "the schema has changed since version \(folder.newest.number) '\(folder.newest.name)', which no database gets "
          + "until 'igata migrate seal' has made a version of it")
    }
    return .migrate(
      MigrateRequest(
        action: try action(folder), database: invocation.operands[0], versions: versions, tables: newest.tables,
        lockTimeout: try invocation.duration(.lockTimeout)))
  }
}

extension VersionFolder {
  /// Whether databases would notice what has changed since the newest version. A schema with errors, or one that isn't
  /// there, as on a server, has not changed.
  fileprivate func hasOpenVersion(after newest: Schema, _ inputs: Inputs) -> Bool {
    let silent = Console { _ in }
    let options = GenerationOptions(names: inputs.configuration.names)
    guard let compilation = try? inputs.compiled(options, through: .schema, silent) else { return false }
    let evolution = evolveVersion(
      from: newest, to: compilation.schema, own: (try? ownSQL(silent)) ?? [:],
      dialects: inputs.configuration.migrations.dialects)
    return !evolution.isValid
      || inputs.configuration.migrations.dialects.contains { !script(of: evolution, in: $0).text.isEmpty }
  }
}

extension Invocation {
  /// The value of an option as a time; `nil` without the option.
  fileprivate func duration(_ rule: OptionRule) throws(Failure) -> Duration? {
    guard let text = text(rule) else { return nil }
    let units: [(name: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60)]
    for unit in units where text.hasSuffix(unit.name) {
      if let number = Int(text.dropLast(unit.name.count)), (0...1_000_000).contains(number) {
        return .seconds(Double(number) * unit.seconds)
      }
    }
    throw Failure(.usage, "option '--\(rule.name)' must be a time such as 500ms, 30s or 2m")
  }
}
