public import Foundation

/// A backend that knows by itself a transaction which it was sent before, and does not do it again.
///
/// A ``FallbackBackend`` sends it a transaction anew, under the same ``WriteID``, where it can't know whether it was done.
public protocol IdempotentBackend: Backend {
  /// Begins a session that writes a transaction which has an identity.
  func begin(writing id: WriteID) async throws(StoreError) -> any BackendSession
}

/// Which transaction something is: the same wherever and however often it is sent.
public struct WriteID: Hashable, Sendable, CustomStringConvertible {
  /// The outbox that it comes from.
  public var outbox: UUID
  /// Its number there.
  public var number: UInt64

  /// The identity of a transaction of an outbox.
  public init(outbox: UUID, number: UInt64) {
    self.outbox = outbox
    self.number = number
  }

  /// Both, as a text of letters, digits and `-`.
  public var description: String { "\(outbox.uuidString)-\(number)" }
}

/// The table in which a backend keeps the number of the last transaction of each outbox.
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
