public import IgataDiagnostics
public import IgataSchema
import IgataTables

/// The files of a new version, and the list of versions with it.
public struct SealedFiles: Sendable {
  public struct File: Sendable {
    /// The path in the folder of the versions.
    public var path: String
    public var bytes: [UInt8]
  }

  public var files: [File]
  public var history: History
}

/// Why a version can't be sealed.
public struct SealingError: Error {
  /// One sentence without a period.
  public var message: String
}

/// Makes the schema a version that never changes again.
///
/// - Parameters:
///   - schema: A schema without errors.
///   - name: A name that ``SealedVersion/objection(toName:)`` accepts.
///   - history: The versions so far.
///   - evolution: The differences from the newest version, without errors; `nil` for the first version.
///   - dialects: The dialects that get scripts.
public func seal(
  _ schema: Schema, as name: String, after history: History, _ evolution: Evolution?, _ dialects: [String]
) -> Result<SealedFiles, SealingError> {
  let schema = schema.own
  if history.versions.contains(where: { $0.name == name }) {
    return .failure(SealingError(message: "there is a version '\(name)' already"))
  }
  if evolution?.isEmpty == true {
    return .failure(SealingError(message: "nothing has changed since version \(history.versions.count)"))
  }
  let number = history.versions.count + 1
  let isCompatible = evolution.map { !$0.breaks.contains(.storage) } ?? false
  let snapshot = Array(snapshotText(schema).utf8)
  var version = SealedVersion(
    number: number, name: name, compatibleFrom: isCompatible ? history.newest?.compatibleFrom ?? number : number,
    sums: [:], range: .init(file: 0, start: 0, end: 0))
  let tokens = SnapshotTokens(snapshot)
  var files = [SealedFiles.File(path: "\(version.folder)/schema.igata", bytes: snapshot)]
  for dialect in dialects {
    let (text, unplanned) = evolution.map { script(of: $0, in: dialect) } ?? (createdTables(schema, in: dialect), [])
    if let change = unplanned.first {
      return .failure(SealingError(message: "no statement does this yet: \(change.message)"))
    }
    let bytes = Array(text.utf8)
    version.sums[dialect] = VersionSum(
      after: history.newest?.sums[dialect], snapshot: tokens, script: ScriptTokens(bytes))
    files.append(.init(path: "\(version.folder)/\(dialect).sql", bytes: bytes))
  }
  return .success(SealedFiles(files: files, history: History(versions: history.versions + [version])))
}

/// The dialects for which versions can have scripts.
public let scriptDialects = ["sqlite", "postgresql"]

/// The text of the script for a step, and the changes that it doesn't carry out.
///
/// - Parameter dialect: One of ``scriptDialects``.
public func script(of evolution: Evolution, in dialect: String) -> (text: String, unplanned: [Change]) {
  if dialect == "postgresql" {
    let script = planPostgreSQL(evolution)
    return (script.text, script.unplanned)
  }
  return (planSQLite(evolution).text, [])
}

/// The script that creates every table.
func createdTables(_ schema: Schema, in dialect: String) -> String {
  let isPostgreSQL = dialect == "postgresql"
  let sql: any SQLDialect = isPostgreSQL ? PostgreSQLDialect() : SQLiteDialect()
  let tables = schema.tables.allTables
  let definitions = tables.map { TableDefinition($0.table, targets: $0.targets, sql) }
  let start = isPostgreSQL ? ["\\set ON_ERROR_STOP on", "BEGIN;"] : [".bail on", "BEGIN IMMEDIATE;"]
  // A foreign key can lead to a table that is created later.
  let statements = definitions.flatMap { definition in
    [definition.createTable { _ in true }] + definition.createIndexes + definition.comments
  }
  let keys = definitions.flatMap { $0.laterForeignKeys { _ in true } }
  let records = recordStatements(of: tables.map(\.table), replacing: [], sql)
  return (start + statements + keys + records + ["COMMIT;"]).joined(separator: "\n") + "\n"
}

extension History {
  /// Whether this list begins with another one: nothing of what was applied has changed.
  public func differences(from base: History) -> [Diagnostic] {
    for (index, version) in base.versions.enumerated() {
      guard versions.indices.contains(index) else {
        let range = versions.last?.range ?? SourceRange(file: 0, start: 0, end: 0)
        return [.missingVersion(version.number, at: range)]
      }
      if versions[index].line != version.line { return [.changedVersion(versions[index], at: versions[index].range)] }
    }
    return []
  }
}
