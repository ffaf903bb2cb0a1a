public import Foundation

/// A backend that recognizes a transaction which it has already received, and doesn't repeat it.
///
/// A ``FallbackBackend`` sends a transaction again, with the same ``WriteID``, if it can't know whether it was
/// committed.
@_spi(Backend) public protocol IdempotentBackend: Backend {
  /// Begins a session that writes a transaction with an identity.
  func begin(writing id: WriteID) async throws(StoreError) -> any BackendSession
}

/// Identifies a transaction: the same wherever and however often it is sent.
@_spi(Backend) public struct WriteID: Hashable, Sendable, CustomStringConvertible {
  /// The outbox that the transaction comes from.
  public var outbox: UUID
  /// The transaction's number in the outbox.
  public var number: UInt64

  /// The identity of a transaction of an outbox.
  public init(outbox: UUID, number: UInt64) {
    self.outbox = outbox
    self.number = number
  }

  /// Both as a text of letters, digits and `-`.
  public var description: String { "\(outbox.uuidString)-\(number)" }
}
