internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// The table in which a backend stores the number of the last transaction of each outbox.
enum OutboxReceipt {
  static let table = TableDescription(
    model: "OutboxReceipt", name: "igata_outbox_receipt",
    columns: [
      ColumnDescription("outbox", ["outbox"], .uuid), ColumnDescription("number", ["number"], .int64),
    ], primaryKey: [0])

  static func row(_ outbox: UUID, _ number: UInt64) -> [StoredValue] {
    [.uuid(outbox), .integer(Int64(bitPattern: number))]
  }

  static func query(_ outbox: UUID) -> RowQuery {
    RowQuery(table, where: .keyIsIn(columns: [0], [[.uuid(outbox)]]))
  }
}
