public import Foundation

/// A backend that knows by itself a transaction which it was sent before, and does not do it again.
///
/// A ``FallbackBackend`` sends it a transaction anew, under the same ``WriteID``, where it can't know whether it was done.
@_spi(Backend) public protocol IdempotentBackend: Backend {
  /// Begins a session that writes a transaction which has an identity.
  func begin(writing id: WriteID) async throws(StoreError) -> any BackendSession
}

/// Which transaction something is: the same wherever and however often it is sent.
@_spi(Backend) public struct WriteID: Hashable, Sendable, CustomStringConvertible {
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
