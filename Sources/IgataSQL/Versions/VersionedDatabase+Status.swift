@_spi(Backend) public import IgataRuntime
internal import IgataTables

@_spi(Backend) extension VersionedDatabase {
  /// Compares the database with versions. Changes nothing.
  public func status(of versions: [SchemaVersion]) async throws(StoreError) -> VersionStatus {
    let records = try await versionRecords()
    guard let current = records.current else { return try await statusWithoutRecord(versions) }
    var status = VersionStatus(.recorded(VersionStatus.Recorded(current)))
    status.begun = records.begun?.number
    if let version = versions.first(where: { $0.number == current.number }), version.sum == current.sum {
      try await compare(&status, with: try await tables(after: versions.prefix(version.number)).last ?? [])
    }
    return status
  }

  private func statusWithoutRecord(_ versions: [SchemaVersion]) async throws(StoreError) -> VersionStatus {
    let fitting = try await FittingVersions(self, versions)
    if fitting.isEmpty { return VersionStatus(.empty) }
    if let (first, second) = fitting.indistinguishable { return VersionStatus(.ambiguous(first, second)) }
    if let number = fitting.numbers.last {
      var status = VersionStatus(.fitting(number))
      try await compare(&status, with: fitting.tables(of: number))
      return status
    }
    var status = VersionStatus(.unknown(nearest: fitting.nearest))
    status.differences = fitting.differences(from: fitting.nearest)
    return status
  }

  /// Compares the tables with those of a version.
  private func compare(_ status: inout VersionStatus, with tables: [TableDescription]) async throws(StoreError) {
    let (catalog, compared) = try await catalog(of: tables)
    let plan = try await plan(tables, catalog, compared)
    status.differences = plan.allDifferences
    status.missingIndexes = plan.report.createdIndexes
  }

  /// Records a version that the tables fit: `number`, or the only one.
  ///
  /// - Returns: The version that was recorded.
  public func adopt(_ number: Int?, of versions: [SchemaVersion]) async throws(StoreError) -> Int {
    if let current = try await versionRecords().current {
      throw .misuse(reason: "version \(current.number) is recorded already")
    }
    let fitting = try await FittingVersions(self, versions)
    if fitting.isEmpty { throw .misuse(reason: "the database has none of the tables of any version") }
    let adopted: Int
    if let number {
      guard versions.indices.contains(number - 1) else { throw .misuse(reason: "there is no version \(number)") }
      let differences = fitting.differences(from: number)
      guard differences.isEmpty else { throw .unknownDatabase(nearest: number, differences: differences) }
      guard fitting.numbers.contains(number) else {
        throw .misuse(
          reason: "the tables have columns that version \(number) doesn't have, and version \(fitting.nearest) has")
      }
      adopted = number
    } else {
      adopted = try fitting.number()
    }
    _ = try await prepare(fitting.tables(of: adopted), isReadOnly: false)
    try await write(VersionRecord(versions[adopted - 1], .adopted))
    return adopted
  }
}

extension VersionStatus.Recorded {
  fileprivate init(_ record: VersionRecord) {
    self.init(
      number: record.number, name: record.name, sum: record.sum, compatibleFrom: record.compatibleFrom,
      hasPendingIndexes: record.state == .indexing)
  }
}
