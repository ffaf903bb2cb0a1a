internal import Foundation
@_spi(Backend) public import IgataRuntime
public import IgataTables

/// A row of `igata_versions`.
@_spi(Backend) public struct VersionRecord: Sendable {
  public var number: Int
  public var name: String
  public var sum: String
  public var state: RecordedVersion.State
  /// The number of the step of the script that is being carried out, while the state is `begun`.
  public var statement: Int?
  /// The key of the last row that was copied, as values in SQL.
  public var lastKey: String?
  public var compatibleFrom: Int

  public init(_ version: SchemaVersion, _ state: RecordedVersion.State) {
    number = version.number
    name = version.name
    sum = version.sum
    self.state = state
    compatibleFrom = version.compatibleFrom
  }

  /// - Parameter row: The values of ``VersionRecords/columns``.
  init?(_ row: [String?]) {
    guard row.count == 7, let number = row[0].flatMap({ Int($0) }), let name = row[1], let sum = row[2],
      let state = row[3].flatMap(RecordedVersion.State.init), let compatibleFrom = row[6].flatMap({ Int($0) })
    else { return nil }
    self.number = number
    self.name = name
    self.sum = sum
    self.state = state
    statement = row[4].flatMap { Int($0) }
    lastKey = row[5]
    self.compatibleFrom = compatibleFrom
  }

  /// The statements that write the row, which replaces one of the same number.
  public func statements(in dialect: any SQLDialect) -> [String] {
    RecordedVersion.statements(
      writing: number, name, sum: sum, state, statement: statement, lastKey: lastKey, compatibleFrom: compatibleFrom,
      program: ProcessInfo.processInfo.processName, in: dialect)
  }
}

/// The rows of `igata_versions`.
@_spi(Backend) public struct VersionRecords: Sendable {
  /// The query for the rows. The columns are texts.
  public static let query = """
    SELECT CAST("number" AS text), "name", "sum", "state", CAST("statement" AS text), "last_key", \
    CAST("compatible_from" AS text) FROM "igata_versions" ORDER BY "igata_versions"."number"
    """
  private let rows: [VersionRecord]

  /// - Parameter rows: What ``query`` returns; empty if there is no such table.
  /// - Throws: If a row can't be understood.
  public init(_ rows: [[String?]]) throws(StoreError) {
    var records: [VersionRecord] = []
    for row in rows {
      guard let record = VersionRecord(row) else {
        throw .schemaMismatch(
          table: RecordedVersion.definition.name, column: nil,
          problem: "it has a row of a newer release of this library", help: "use that release")
      }
      records.append(record)
    }
    self.rows = records
  }

  /// The version that the database is at; `nil` if none is recorded.
  public var current: VersionRecord? { rows.last { $0.state != .begun } }

  /// The version for which rows are being copied.
  public var begun: VersionRecord? { rows.last { $0.state == .begun } }
}
