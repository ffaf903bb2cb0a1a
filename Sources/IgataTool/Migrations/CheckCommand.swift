import IgataDiagnostics
import IgataEvolution
import IgataGeneration
import IgataSchema

/// The request of `igata migrate check`.
package struct CheckRequest: Sendable {
  /// A version, and how the schema says that rows get to it.
  package struct Version: Sendable {
    package let version: RunnableVersion
    package let schema: Schema
    /// The differences from the version before; `nil` for the first version.
    package let evolution: Evolution?

    package init(_ version: RunnableVersion, _ schema: Schema, _ evolution: Evolution?) {
      self.version = version
      self.schema = schema
      self.evolution = evolution
    }
  }

  /// The versions by dialect.
  package let versions: [String: [Version]]
  /// How many rows each table gets in each version.
  package let rows: Int
  /// What the rows are made of; `nil` for another one in each run.
  package let seed: UInt64?
  /// How often the process that carries out a version is killed.
  package var kills = 0
  /// A database of a version, which is brought to the newest one as well; `nil` for none.
  package var file: String?
  /// The URL of an empty PostgreSQL database, in which the versions are proved as well; `nil` for none.
  package var server: String?
  /// The schemas on the command line, for processes that this one starts.
  package var schemas: String?

  package init(_ versions: [String: [Version]], rows: Int, seed: UInt64?) {
    self.versions = versions
    self.rows = rows
    self.seed = seed
  }
}

extension OptionRule {
  fileprivate static let rows = OptionRule(
    "rows", .text("N"), "how many rows each table gets in each version (default: 20)")
  fileprivate static let kill = OptionRule(
    "kill", .text("N"), "kill the process that carries out a sealed version N times,\nand let another one go on")
  fileprivate static let file = OptionRule(
    "file", .path("DATABASE"), "bring a copy of this SQLite file to the newest version as well")
  fileprivate static let server = OptionRule(
    "database", .text("URL"), "prove the scripts for PostgreSQL as well, in schemas of this\nempty database")
  fileprivate static let seed = OptionRule(
    "seed", .text("N"), "makes the rows of an earlier run again, which printed it")
}

extension Command {
  static let check = inDatabase(
    "check", "prove that every version brings rows to the next one as the schemas say", operands: .none,
    options: [.rows, .seed, .kill, .file, .server, .versionsOf, .report],
    notes: """
      Brings rows from the first version to the newest one, and to the schema as it is now, in SQLite in
      memory. Each version gets rows of its own: extremes, texts that programs trip over, and values that
      the next version just takes, or just doesn't. What the scripts make of them is compared, value by
      value, with what '@renamed', '@backfill' and the types say, which a second implementation carries
      out without SQL. The tables are compared with new ones, and programs of older versions that can
      still use the database read and write it. The exit status is 1 for the first difference.
      Keep a file of each release, with the rows of a typical user, and check each with '--file'.
      """
  ) { invocation, console throws(Failure) in
    let server = invocation.text(.server)
    if let server, !server.hasPrefix("postgresql://"), !server.hasPrefix("postgres://") {
      throw Failure(.usage, "option '--database' must be a postgresql:// URL; SQLite needs none")
    }
    var request = CheckRequest(
      try checkedVersions(invocation, isOnServer: server != nil, console),
      rows: try invocation.number(.rows, in: 1...100_000) ?? 20,
      seed: try invocation.number(.seed, in: 0...Int.max).map { UInt64($0) })
    request.kills = try invocation.number(.kill, in: 0...100_000) ?? 0
    request.file = invocation.text(.file)
    request.server = server
    request.schemas = invocation.text(.versionsOf)
    return .check(request)
  }
}

/// The sealed versions, and what has changed since as the last one, by dialect.
private func checkedVersions(
  _ invocation: Invocation, isOnServer: Bool, _ console: Console
) throws(Failure) -> [String: [CheckRequest.Version]] {
  let inputs = try Inputs.read(invocation.parts(.versionsOf) ?? [], console)
  let folder = try VersionFolder.sealed(inputs, console)
  let compilation = try inputs.compiled(
    GenerationOptions(names: inputs.configuration.names), through: .schema, console)
  let dialects = isOnServer ? ["sqlite", "postgresql"] : ["sqlite"]
  let sealed = try folder.sealedVersions(in: dialects, console)
  let evolution = try openVersion(folder, compilation, inputs, console)
  let all = IgataEvolution.runnableVersions(of: compilation.schema, trees: compilation.trees, after: sealed).versions
  var schemas: [(schema: Schema, evolution: Evolution?)] = []
  for version in folder.history.versions {
    schemas.append((try folder.snapshot(of: version, console).schema, try folder.evolution(to: version, console)))
  }
  // The same text as in a snapshot, so that a declaration of the step isn't a part of the schema.
  let plain = compile(Sources([SourceFile(name: "schema", text: schemaText(compilation.schema.own))]), through: .schema)
  schemas.append((plain.schema, evolution))
  var versions: [String: [CheckRequest.Version]] = [:]
  for dialect in dialects {
    versions[dialect] = zip(all[dialect] ?? [], schemas).map { CheckRequest.Version($0, $1.schema, $1.evolution) }
  }
  guard !isOnServer || versions["postgresql"]?.isEmpty == false else {
    throw Failure(.negative, "the versions in '\(visible(folder.path))' have no scripts for PostgreSQL")
  }
  guard isOnServer || versions["sqlite"]?.isEmpty == false else {
    throw Failure(
      .negative, "the versions in '\(visible(folder.path))' have no scripts for SQLite",
      "'--database URL' proves those for PostgreSQL")
  }
  return versions.filter { !$0.value.isEmpty }
}
