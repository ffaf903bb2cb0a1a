public import Foundation
@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// Stores the writes that a ``FallbackBackend`` could not send yet: in a file that survives the end of the process,
/// even by `SIGKILL`, and the loss of power.
///
/// The file is a log: 8 bytes `IGATAOB2`, 16 bytes that identify the outbox, and then records, each of a 32-bit length,
/// the CRC-32 of its content and the content. A content begins with a byte for its kind and a 64-bit number. Kind 5 is
/// a transaction with that number, followed by the version of its schema and its operations. Kind 2 means that the
/// transactions up to the number are finished, and kind 3 that numbers up to it may have been used. Kind 4 has the 16
/// bytes that identify the outbox instead of a number. A file of format 1, which begins with `IGATAOB1` and has
/// transactions of kind 1, is rewritten when it is opened. When a write returns, its transaction is in the file, and
/// the file is on the disk. Values are not encrypted; only the file's owner can read it.
///
/// An incomplete last record, whose write has not returned, is removed when the file is opened. Any other part that
/// can't be read is damage: see ``DamagePolicy``.
///
/// One process at a time may have the file open. Queued writes are also kept in memory.
public final class Outbox: Sendable {
  private struct State {
    var waiting: [OutboxEntry] = []
    var first = 0
    /// The last number that was used.
    var last: UInt64 = 0
    /// Numbers up to this one may be used without writing to the file.
    var reserved: UInt64 = 0
    var file: OutboxFile?
    /// The number of records in the file that are no longer needed.
    var deadRecords = 0
    var isClosed = false
  }

  /// What happens if a part of the file can't be read when it is opened.
  public enum DamagePolicy: Hashable, Sendable {
    /// Throw ``/IgataRuntime/StoreError/corrupted(model:row:column:problem:)`` with the range of bytes and what can be
    /// read before and after it. The file isn't changed.
    case refuse
    /// Copy the whole file to a new one, with `.damaged` added to its name, and continue with the transactions that can
    /// be read. ``Outbox/damage`` describes the rest.
    case setAside
  }

  /// Identifies the outbox. It is part of the identity of each of its writes.
  public let id: UUID
  /// What could not be read when the file was opened with ``DamagePolicy/setAside``; `nil` if everything could be read.
  public let damage: StoreError?
  private let state: Mutex<State>

  /// An outbox in memory, which is lost with the process.
  public init() {
    id = UUID()
    damage = nil
    state = Mutex(State(reserved: .max))
  }

  /// Opens the outbox in a file, or creates the file. Throws ``/IgataRuntime/StoreError/locked(reason:)`` if the file
  /// is already open, and ``/IgataRuntime/StoreError/corrupted(model:row:column:problem:)`` if it isn't an outbox, or
  /// is damaged.
  public init(path: String, whenDamaged policy: DamagePolicy = .refuse) throws(StoreError) {
    var (file, content) = try OutboxFile.open(path)
    let log = try OutboxLog(content, path)
    damage = log.damageError
    id = log.id ?? UUID()
    var state = State(waiting: log.waiting, last: log.lastNumber, reserved: log.lastNumber)
    if let damage {
      guard policy == .setAside else { throw damage }
      try file.setAside(content)
      // A record that can't be read may have reserved or used numbers. None of them may be used again.
      state.last += 1_000_000
      state.reserved = state.last
      state.file = file
      try Self.rewrite(&state, id)
    } else {
      try file.cut(to: log.length)
      if log.id == nil {
        try file.cut(to: 0)
        try file.append(OutboxLog.header(id))
      }
      state.file = file
      state.deadRecords = log.recordCount - log.waiting.count
      if log.isFirstFormat { try Self.rewrite(&state, id) }
    }
    self.state = Mutex(state)
  }

  /// The number of queued transactions.
  public var count: Int { state.withLock { $0.waiting.count - $0.first } }

  /// A new number for a transaction, which is never used again, not even by another process.
  func takeNumber() throws(StoreError) -> UInt64 {
    try state.withLock { state throws(StoreError) in
      if state.isClosed { throw .closed }
      if state.last >= state.reserved {
        let reserved = state.last + 1000
        try state.file?.append(OutboxRecord.reserved(reserved).bytes)
        state.deadRecords += 1
        state.reserved = reserved
      }
      state.last += 1
      return state.last
    }
  }

  /// Closes the file, and accepts no more transactions. One that ends after this is replayed again by the next process,
  /// and recognized.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.file = nil
    }
  }

  /// Appends a transaction to the queue. When this returns, it is on the disk.
  func append(_ entry: OutboxEntry) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      if state.isClosed { throw .closed }
      try state.file?.append(OutboxRecord.transaction(entry).bytes)
      state.waiting.append(entry)
    }
  }

  /// Removes the transaction that was appended last.
  func takeBackLast() throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      guard state.waiting.count > state.first else { return }
      state.waiting.removeLast()
      try Self.rewrite(&state, id)
    }
  }

  /// The next transaction of the queue.
  var next: OutboxEntry? { state.withLock { $0.first < $0.waiting.count ? $0.waiting[$0.first] : nil } }

  /// Removes the next transaction of the queue.
  ///
  /// This doesn't wait for the disk: if the transaction is replayed again, the backend recognizes it.
  func removeFirst() throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      guard state.first < state.waiting.count else { return }
      let number = state.waiting[state.first].sequence
      state.first += 1
      try state.file?.append(OutboxRecord.done(number).bytes, isDurable: false)
      state.deadRecords += 2
      if state.first > 1000, state.first > state.waiting.count / 2 {
        state.waiting.removeFirst(state.first)
        state.first = 0
      }
      // The file is rewritten from time to time, so that it doesn't grow without bound and the cost is amortized.
      let live = state.waiting.count - state.first
      if state.deadRecords > 2000 + 4 * live || (live == 0 && state.deadRecords > 200) { try Self.rewrite(&state, id) }
    }
  }

  private static func rewrite(_ state: inout State, _ id: UUID) throws(StoreError) {
    if state.file == nil { return }
    var bytes = OutboxLog.header(id)
    bytes += OutboxRecord.reserved(max(state.reserved, state.last)).bytes
    for entry in state.waiting[state.first...] { bytes += OutboxRecord.transaction(entry).bytes }
    try state.file?.replace(with: bytes)
    state.deadRecords = 1
  }
}
