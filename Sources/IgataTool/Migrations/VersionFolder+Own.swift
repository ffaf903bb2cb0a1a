import IgataDiagnostics
import IgataEvolution
import IgataSchema

/// Own SQL of the next version: `next/sqlite.sql`.
extension VersionFolder {
  /// The SQL, by dialect. Reports what can't be read, and fails if there is any.
  func ownSQL(_ console: Console) throws(Failure) -> [String: OwnSQL] {
    var files: [SourceFile] = []
    var diagnostics: [Diagnostic] = []
    var result: [String: OwnSQL] = [:]
    for (dialect, source) in own.sorted(by: { $0.key < $1.key }) {
      let (sql, problems) = readOwnSQL(source, file: files.count)
      files.append(source)
      diagnostics += problems
      result[dialect] = sql
    }
    try console.report(diagnostics, in: files)
    return result
  }

  /// Reports what is wrong with the SQL, and fails if there are errors.
  ///
  /// - Parameter schema: The schema of the next version.
  func lintOwnSQL(to schema: Schema, _ console: Console) throws(Failure) {
    guard !own.isEmpty else { return }
    let old = try snapshot(of: newest, console).schema
    var files: [SourceFile] = []
    var diagnostics: [Diagnostic] = []
    for (dialect, source) in own.sorted(by: { $0.key < $1.key }) {
      diagnostics += IgataEvolution.lintOwnSQL(source, file: files.count, dialect: dialect, from: old, to: schema)
      files.append(source)
    }
    try console.report(diagnostics, in: files)
  }

  /// The changes that remove the files, after a version was sealed with them. Fails for SQL in a dialect that has no
  /// script, and would be lost.
  func ownRemovals(_ settings: MigrationSettings, _ console: Console) throws(Failure) -> [FileChange] {
    for (dialect, sql) in try ownSQL(console) where !sql.isEmpty && !settings.dialects.contains(dialect) {
      throw Failure(
        .negative,
        "'\(visible(PathText.join(path, OwnSQL.path(of: dialect))))' has statements, and 'dialects' in igata.json "
          + "doesn't contain '\(dialect)'")
    }
    return own.sorted { $0.key < $1.key }.map { dialect, file in
      FileChange(settings.location.appending(OwnSQL.path(of: dialect)), before: file.bytes, after: nil)
    }
  }
}
