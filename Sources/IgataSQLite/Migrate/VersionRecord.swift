#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// A row of `igata_versions`.
struct VersionRecord {
  var number: Int
  var name: String
  var sum: String
  var state: RecordedVersion.State
  /// The number of the step of the script that is being carried out, while the state is `begun`.
  var statement: Int?
  /// The key of the last row that was copied, as values in SQL.
  var lastKey: String?
  var compatibleFrom: Int
  var began: Date

  init(_ version: SchemaVersion, _ state: RecordedVersion.State, began: Date = Date()) {
    number = version.number
    name = version.name
    sum = version.sum
    self.state = state
    compatibleFrom = version.compatibleFrom
    self.began = began
  }

  init?(_ row: [String?]) {
    guard let number = row[0].flatMap({ Int($0) }), let name = row[1], let sum = row[2],
      let state = row[3].flatMap(RecordedVersion.State.init), let compatibleFrom = row[6].flatMap({ Int($0) }),
      let began = row[7].flatMap({ Int64($0) })
    else { return nil }
    self.number = number
    self.name = name
    self.sum = sum
    self.state = state
    statement = row[4].flatMap { Int($0) }
    lastKey = row[5]
    self.compatibleFrom = compatibleFrom
    self.began = Date(microsecondsSince1970: began)
  }
}

/// The rows of `igata_versions`.
struct VersionRecords {
  private static let table = RecordedVersion.definition
  private let rows: [VersionRecord]

  /// - Throws: If a row can't be understood.
  init(_ connection: Connection) throws(StoreError) {
    let found: [[String?]]
    do {
      found = try connection.texts(
        """
        SELECT "number", "name", "sum", "state", "statement", "last_key", "compatible_from", "began" \
        FROM "igata_versions" ORDER BY "number"
        """)
    } catch {
      guard error.message.hasPrefix("no such table") else { throw error.storeError(nil) }
      found = []
    }
    var rows: [VersionRecord] = []
    for row in found {
      guard let record = VersionRecord(row) else {
        throw .schemaMismatch(
          table: Self.table.name, column: nil, problem: "it has a row of a newer release of this library",
          help: "use that release")
      }
      rows.append(record)
    }
    self.rows = rows
  }

  /// The version that the database is at; `nil` if none is recorded.
  var current: VersionRecord? { rows.last { $0.state != .begun } }

  /// The version for which rows are being copied.
  var begun: VersionRecord? { rows.last { $0.state == .begun } }
}

extension Connection {
  /// Writes a row of `igata_versions`, which replaces one of the same number.
  func write(_ record: VersionRecord) throws(StoreError) {
    let isEnded = record.state != .begun && record.state != .indexing
    try run(
      RecordedVersion.statements(
        writing: record.number, record.name, sum: record.sum, record.state, statement: record.statement,
        lastKey: record.lastKey, compatibleFrom: record.compatibleFrom, program: ProcessInfo.processInfo.processName,
        began: "\(record.began.microsecondsSince1970 ?? 0)",
        ended: isEnded ? "\(Date().microsecondsSince1970 ?? 0)" : nil))
  }

  /// Removes the row of a version that is merely begun.
  func removeBegunVersion() throws(StoreError) {
    try run(["DELETE FROM \"igata_versions\" WHERE \"state\" = 'begun'"])
  }
}

#endif
