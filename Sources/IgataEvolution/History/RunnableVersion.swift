public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax

/// A version of a schema, with the steps by which a store brings a database to it.
public struct RunnableVersion: Sendable {
  public let number: Int
  /// Empty if the version isn't sealed.
  public let name: String
  public let sum: VersionSum
  public let compatibleFrom: Int
  public let script: SQLiteScript

  public init(number: Int, name: String, sum: VersionSum, compatibleFrom: Int, script: SQLiteScript) {
    self.number = number
    self.name = name
    self.sum = sum
    self.compatibleFrom = compatibleFrom
    self.script = script
  }
}

/// The sealed versions of a schema, with what their files contain.
public struct SealedVersions: Sendable {
  let history: History
  /// The scripts for SQLite, one for each version.
  let scripts: [SQLiteScript]
  /// The schema of the newest version.
  public let newest: Schema

  public init(_ history: History, scripts: [SQLiteScript], newest: Schema) {
    self.history = history
    self.scripts = scripts
    self.newest = newest
  }

  /// The versions; empty if one of them has no script for SQLite.
  public var runnable: [RunnableVersion] {
    let versions = zip(history.versions, scripts).compactMap { version, script in
      version.sums["sqlite"].map { sum in
        RunnableVersion(
          number: version.number, name: version.name, sum: sum, compatibleFrom: version.compatibleFrom, script: script)
      }
    }
    return versions.count == history.versions.count ? versions : []
  }
}

/// The versions of a schema that a program runs: those that were sealed, and what has changed since as the last one.
///
/// - Parameter schema: A schema without errors.
/// - Returns: The versions, and what the schema doesn't say about existing rows.
public func runnableVersions(
  of schema: Schema, trees: [SyntaxTree], after sealed: SealedVersions
) -> (versions: [RunnableVersion], diagnostics: [Diagnostic]) {
  let evolution = evolve(from: sealed.newest, to: schema, trees: trees)
  var versions = sealed.runnable
  guard let last = versions.last, evolution.isValid, !evolution.changes.isEmpty else {
    return (versions, evolution.diagnostics)
  }
  let script = planSQLite(evolution)
  // A change that no row notices needs no version.
  if !script.steps.isEmpty || !script.indexes.isEmpty {
    let number = last.number + 1
    let sum = VersionSum(
      after: last.sum, snapshot: Array(snapshotText(schema).utf8), script: Array(script.text.utf8))
    versions.append(
      RunnableVersion(
        number: number, name: "", sum: sum,
        compatibleFrom: evolution.breaks.contains(.storage) ? number : last.compatibleFrom, script: script))
  }
  return (versions, evolution.diagnostics)
}
