public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax

/// A version of a schema, with the steps by which a store brings a database of one kind to it.
public struct RunnableVersion: Sendable {
  public let number: Int
  /// Empty if the version isn't sealed.
  public let name: String
  public let sum: VersionSum
  public let compatibleFrom: Int
  public let script: VersionScript

  public init(number: Int, name: String, sum: VersionSum, compatibleFrom: Int, script: VersionScript) {
    self.number = number
    self.name = name
    self.sum = sum
    self.compatibleFrom = compatibleFrom
    self.script = script
  }
}

/// The script of a version, as a store runs it.
public enum VersionScript: Hashable, Sendable {
  case sqlite(SQLiteScript)
  case postgresql(PostgreSQLStatements)

  /// Reads a script that `igata migrate seal` wrote.
  ///
  /// - Parameter dialect: One of ``scriptDialects``.
  /// - Returns: `nil` if a line for the store can't be read.
  public init?(reading script: ScriptTokens, in dialect: String) {
    if dialect == "postgresql" {
      guard let statements = PostgreSQLStatements(reading: script) else { return nil }
      self = .postgresql(statements)
    } else {
      guard let script = SQLiteScript(reading: script) else { return nil }
      self = .sqlite(script)
    }
  }

  /// The dialect, one of ``scriptDialects``.
  public var dialect: String {
    switch self {
    case .sqlite: "sqlite"
    case .postgresql: "postgresql"
    }
  }

  /// The functions that it calls and that the program gives.
  public var functions: [SwiftFunction] {
    switch self {
    case .sqlite(let script): script.functions
    case .postgresql: []
    }
  }

  var isEmpty: Bool {
    switch self {
    case .sqlite(let script): script.isEmpty
    case .postgresql(let script): script.transaction.isEmpty && script.indexes.isEmpty
    }
  }
}

/// The sealed versions of a schema, with what their files contain.
public struct SealedVersions: Sendable {
  let history: History
  /// The scripts for each dialect, one for each version.
  let scripts: [String: [VersionScript]]
  /// The snapshot of the newest version, without what it says about the version before.
  let snapshot: SourceFile
  /// The SQL that the author adds to the next version, by dialect.
  let own: [String: OwnSQL]

  /// - Parameters:
  ///   - scripts: The scripts for each dialect in which versions are run.
  ///   - snapshot: The snapshot of the newest version, without what it says about the version before.
  ///   - own: The SQL that the author adds to the next version, by dialect.
  public init(
    _ history: History, scripts: [String: [VersionScript]], snapshot: SourceFile, own: [String: OwnSQL] = [:]
  ) {
    self.history = history
    self.scripts = scripts
    self.snapshot = snapshot
    self.own = own
  }

  /// The schema of the newest version, and the errors in it.
  fileprivate var newest: (schema: Schema, errors: [Diagnostic]) {
    let (tree, syntaxErrors) = parse(snapshot, file: 0)
    // A snapshot has all names, so the rules for names of today don't matter. It was checked when it was sealed.
    let (schema, findings) = resolve([tree], options: ResolveOptions(checks: false), syntaxErrors: syntaxErrors)
    return (schema, (syntaxErrors + findings).filter { $0.severity == .error })
  }

  /// The versions for a dialect; empty if one of them has no script for it.
  public func runnable(in dialect: String) -> [RunnableVersion] {
    let versions = zip(history.versions, scripts[dialect] ?? []).compactMap { version, script in
      version.sums[dialect].map { sum in
        RunnableVersion(
          number: version.number, name: version.name, sum: sum, compatibleFrom: version.compatibleFrom, script: script)
      }
    }
    return versions.count == history.versions.count ? versions : []
  }
}

/// The versions of a schema that a program runs, by dialect: those that were sealed, and what has changed since as the
/// last one.
///
/// - Parameter schema: A schema without errors.
/// - Returns: The versions, and what the schema doesn't say about existing rows.
public func runnableVersions(
  of schema: Schema, trees: [SyntaxTree], after sealed: SealedVersions
) -> (versions: [String: [RunnableVersion]], diagnostics: [Diagnostic]) {
  var versions: [String: [RunnableVersion]] = [:]
  for dialect in sealed.scripts.keys { versions[dialect] = sealed.runnable(in: dialect) }
  let snapshot = Array(snapshotText(schema.own).utf8)
  // Mostly, nothing has changed.
  if snapshot == sealed.snapshot.bytes, sealed.own.values.allSatisfy(\.isEmpty) { return (versions, []) }
  let (newest, errors) = sealed.newest
  if let error = errors.first { return (versions, [.unreadableVersion(sealed.snapshot, error)]) }
  let evolution = evolveVersion(
    from: newest, to: schema, trees: trees, own: sealed.own, dialects: sealed.history.dialects
  ).checked(after: sealed)
  var diagnostics = evolution.diagnostics
  guard evolution.isValid, !evolution.isEmpty else { return (versions, diagnostics) }
  let tokens = SnapshotTokens(snapshot)
  for dialect in sealed.scripts.keys.sorted() {
    guard let last = versions[dialect]?.last else { continue }
    let (planned, text, unplanned) = runnableScript(of: evolution, in: dialect)
    diagnostics += unplanned.map { .unplannedChange($0, dialect) }
    // A change that no row notices needs no version.
    guard let script = planned, !script.isEmpty else { continue }
    let number = last.number + 1
    versions[dialect]?.append(
      RunnableVersion(
        number: number, name: "",
        sum: VersionSum(after: last.sum, snapshot: tokens, script: ScriptTokens(Array(text.utf8))),
        compatibleFrom: evolution.breaks.contains(.storage) ? number : last.compatibleFrom, script: script))
  }
  return (versions, diagnostics)
}

/// The script for a step as a store runs it, its text, and the changes that it doesn't carry out.
private func runnableScript(
  of evolution: Evolution, in dialect: String
) -> (script: VersionScript?, text: String, unplanned: [Change]) {
  if dialect == "postgresql" {
    let (text, unplanned) = script(of: evolution, in: dialect)
    return (VersionScript(reading: ScriptTokens(Array(text.utf8)), in: dialect), text, unplanned)
  }
  // It is read as it was planned, which takes longer.
  let script = planSQLite(evolution)
  return (.sqlite(script), script.text, [])
}
