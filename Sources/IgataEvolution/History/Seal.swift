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
  if history.versions.contains(where: { $0.name == name }) {
    return .failure(SealingError(message: "there is a version '\(name)' already"))
  }
  let script: String
  if let evolution {
    if evolution.changes.isEmpty {
      return .failure(SealingError(message: "nothing has changed since version \(history.versions.count)"))
    }
    script = planSQLite(evolution).text
  } else {
    script = createdTables(schema)
  }
  let number = history.versions.count + 1
  let isCompatible = evolution.map { !$0.breaks.contains(.storage) } ?? false
  let snapshot = Array(schemaText(schema).utf8)
  var version = SealedVersion(
    number: number, name: name, compatibleFrom: isCompatible ? history.newest?.compatibleFrom ?? number : number,
    sums: [:], range: .init(file: 0, start: 0, end: 0))
  var files = [SealedFiles.File(path: "\(version.folder)/schema.igata", bytes: snapshot)]
  for dialect in dialects {
    let bytes = Array(script.utf8)
    version.sums[dialect] = VersionSum(after: history.newest?.sums[dialect], snapshot: snapshot, script: bytes)
    files.append(.init(path: "\(version.folder)/\(dialect).sql", bytes: bytes))
  }
  return .success(SealedFiles(files: files, history: History(versions: history.versions + [version])))
}

/// The statements that create every table.
private func createdTables(_ schema: Schema) -> String {
  let tables = schema.tables.allTables
  let definitions = tables.map { TableDefinition($0.table, targets: $0.targets, SQLiteDialect()) }
  let records = recordStatements(of: tables.map(\.table), forgetting: [], SQLiteDialect())
  let statements = definitions.flatMap(\.statements) + records
  return ([".bail on", "BEGIN IMMEDIATE;"] + statements + ["COMMIT;"]).joined(separator: "\n") + "\n"
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
