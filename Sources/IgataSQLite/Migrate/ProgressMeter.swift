#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime

/// Counts the rows that are copied, over all versions of a migration.
struct ProgressMeter {
  private let from: Int
  private let to: Int
  /// The number of rows to be copied up to the end of each version. A version without rows counts as one.
  private var ends: [Int: Int] = [:]
  private var total = 0
  private var done = 0

  init(_ connection: Connection, _ versions: ArraySlice<SchemaVersion>, from: Int) {
    self.from = from
    to = versions.last?.number ?? from
    for version in versions {
      total += 1
      for case .rebuild(let rebuild) in version.steps {
        // A table that an earlier version makes or renames can't be counted yet.
        let sql = "SELECT count(*) FROM \(connection.dialect.identifier(rebuild.table))"
        if let row = try? connection.texts(sql).first, let count = row[0].flatMap({ Int($0) }) { total += count }
      }
      ends[version.number] = total
    }
  }

  var progress: MigrationProgress {
    MigrationProgress(from: from, to: to, fraction: min(Double(done) / Double(max(total, 1)), 1))
  }

  mutating func add(_ rows: Int) { done += rows }

  mutating func finish(_ version: SchemaVersion) { done = max(done, ends[version.number] ?? 0) }
}

#endif
