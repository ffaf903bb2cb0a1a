@_spi(Backend) public import IgataRuntime
public import Synchronization

/// Lets one call at a time into a session, and none after the session has ended.
///
/// A session calls ``enter(toWrite:unlessCancelled:)`` at the beginning of each call and ``leave()`` at its end. What
/// it changes in between needs no other lock.
@_spi(Backend) public struct SessionGate: ~Copyable, Sendable {
  @usableFromInline let access: SessionAccess
  /// The sum of ``entered``, ``ended`` and why others have ended the session, if they are true.
  @usableFromInline let state = Atomic<UInt8>(0)

  @usableFromInline static var entered: UInt8 { 1 }
  @usableFromInline static var ended: UInt8 { 2 }

  /// The gate of a session that was begun for `access`.
  public init(_ access: SessionAccess) { self.access = access }

  /// Whether ``end()`` was called.
  @inlinable public var isEnded: Bool { state.load(ordering: .acquiring) & Self.ended != 0 }

  /// Begins a call. Every call of this method that does not throw is followed by one of ``leave()``.
  ///
  /// Throws ``StoreError/misuse(reason:)`` if another call has not left yet, if the session has ended, or if a session
  /// that only reads is to write; and ``StoreError/cancelled`` if the task was cancelled and `unlessCancelled` is
  /// `true`.
  @inlinable public func enter(toWrite: Bool = false, unlessCancelled: Bool = false) throws(StoreError) {
    if unlessCancelled, Task.isCancelled { throw .cancelled }
    let (isEntered, original) = state.compareExchange(expected: 0, desired: Self.entered, ordering: .acquiring)
    guard isEntered else {
      if let stop = Self.stop(original) { throw stop.error }
      let isBusy = original & Self.entered != 0
      throw .misuse(reason: isBusy ? "two calls at a time in one session" : "the session has ended")
    }
    guard !toWrite || access.writes else {
      leave()
      throw .misuse(reason: "a session that reads can't write")
    }
  }

  /// Ends the session. A call that has entered still leaves.
  @inlinable public func end() { state.bitwiseOr(Self.ended, ordering: .releasing) }

  /// Enters and ends the session, for others than its user, unless a call has entered or the session has ended. Returns
  /// whether it did, and is then followed by a call of ``leave()``.
  public func enter(toEnd stop: BackendStop) -> Bool {
    let ended = Self.entered | Self.ended | stop.rawValue
    return state.compareExchange(expected: 0, desired: ended, ordering: .acquiringAndReleasing).exchanged
  }

  /// Why others have ended the session; `nil` if they have not.
  @usableFromInline static func stop(_ state: UInt8) -> BackendStop? {
    BackendStop(rawValue: state & ~(entered | ended))
  }

  /// Ends a call.
  @inlinable public func leave() { state.bitwiseAnd(~Self.entered, ordering: .releasing) }
}
