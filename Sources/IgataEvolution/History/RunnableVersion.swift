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
}

/// The sealed versions of a schema, with what their files contain.
public struct SealedVersions: Sendable {
  let history: History
  /// The scripts for SQLite, one for each version.
  let scripts: [SQLiteScript]
  /// The schema of the newest version.
  let newest: Schema

  public init(_ history: History, scripts: [SQLiteScript], newest: Schema) {
    self.history = history
    self.scripts = scripts
    self.newest = newest
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
  var versions: [RunnableVersion] = []
  // Without a script for every version, no database can be brought to the newest one.
  guard sealed.scripts.count == sealed.history.versions.count else { return ([], evolution.diagnostics) }
  for (version, script) in zip(sealed.history.versions, sealed.scripts) {
    guard let sum = version.sums["sqlite"] else { return ([], evolution.diagnostics) }
    versions.append(
      RunnableVersion(
        number: version.number, name: version.name, sum: sum, compatibleFrom: version.compatibleFrom, script: script))
  }
  guard let last = versions.last, evolution.isValid, !evolution.changes.isEmpty else {
    return (versions, evolution.diagnostics)
  }
  let script = planSQLite(evolution)
  // A change that no row notices needs no version.
  if !script.steps.isEmpty || !script.indexes.isEmpty {
    let number = last.number + 1
    let sum = VersionSum(
      after: last.sum, snapshot: Array(schemaText(schema).utf8), script: Array(script.text.utf8))
    versions.append(
      RunnableVersion(
        number: number, name: "", sum: sum,
        compatibleFrom: evolution.breaks.contains(.storage) ? number : last.compatibleFrom, script: script))
  }
  return (versions, evolution.diagnostics)
}
