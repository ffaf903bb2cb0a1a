public import Foundation
@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// Where a ``FallbackBackend`` keeps what could not be written yet: a file that survives the end of the process, be it
/// by `SIGKILL`, and the loss of power.
///
/// The file is a log: 8 bytes `IGATAOB1`, 16 bytes that name the outbox, and then records, each of a 32-bit length, the
/// CRC-32 of its content and the content. A content begins with a byte for its kind and a 64-bit number: 1 is a
/// transaction of that number, with its operations; 2 says that the transactions up to a number are done with; 3, that
/// numbers up to that one may have been used. In the place of a number, 4 has the 16 bytes that name the outbox. A
/// transaction is in the file, and the file on the disk, before its caller is told. Values are not encrypted; the file
/// can be read by its owner alone.
///
/// A last record that was not finished, which nobody was told of, is cut off when the file is opened. Any other part
/// that can't be read is damage: see ``DamagePolicy``.
///
/// One process at a time may have the file open. What waits is in memory as well.
public final class Outbox: Sendable {
  private struct State {
    var waiting: [OutboxEntry] = []
    var first = 0
    /// The last number that was given out.
    var last: UInt64 = 0
    /// Numbers up to this one may be given out without a word to the file.
    var reserved: UInt64 = 0
    var file: OutboxFile?
    /// How many records the file has that nobody needs any more.
    var deadRecords = 0
  }

  /// What opening a file does where a part of it can't be read.
  public enum DamagePolicy: Hashable, Sendable {
    /// Throws ``IgataRuntime/StoreError/corrupted(model:row:column:problem:)``, which names the part and what can be
    /// read before and behind it. The file stays as it is.
    case refuse
    /// Keeps the whole file beside itself, under its name and `.damaged`, and goes on with the transactions that can be
    /// read. ``Outbox/damage`` names the part that can't.
    case setAside
  }

  /// Which outbox this is: part of the identity of each of its writes.
  public let id: UUID
  /// What could not be read when the file was opened with ``DamagePolicy/setAside``; `nil` if there was nothing.
  public let damage: StoreError?
  private let state: Mutex<State>

  /// An outbox in memory, which is lost with the process.
  public init() {
    id = UUID()
    damage = nil
    state = Mutex(State(reserved: .max))
  }

  /// The outbox that is kept in a file, which is made where it is missing. Throws
  /// ``IgataRuntime/StoreError/locked(reason:)`` where another one has it open, and
  /// ``IgataRuntime/StoreError/corrupted(model:row:column:problem:)`` where it is something else, or damaged.
  public init(path: String, whenDamaged policy: DamagePolicy = .refuse) throws(StoreError) {
    var (file, content) = try OutboxFile.open(path)
    let log = try OutboxLog(content, path)
    damage = log.damageError
    id = log.id ?? UUID()
    var state = State(waiting: log.waiting, last: log.lastNumber, reserved: log.lastNumber)
    if let damage {
      guard policy == .setAside else { throw damage }
      try file.setAside(content)
      // A record that can't be read may have reserved or used numbers; none of them may be given out again.
      state.last += 1_000_000
      state.reserved = state.last
      state.file = file
      try Self.rewrite(&state, id)
    } else {
      try file.cut(to: log.length)
      if log.id == nil { try file.append(OutboxLog.header(id)) }
      state.file = file
      state.deadRecords = log.recordCount - log.waiting.count
    }
    self.state = Mutex(state)
  }

  /// How many transactions wait.
  public var count: Int { state.withLock { $0.waiting.count - $0.first } }

  /// The next number for a transaction; never given out again, not by the next process either.
  func takeNumber() throws(StoreError) -> UInt64 {
    try state.withLock { state throws(StoreError) in
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

  /// Adds a transaction behind those that wait. When this returns, it is on the disk.
  func append(_ entry: OutboxEntry) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      try state.file?.append(OutboxRecord.transaction(entry).bytes)
      state.waiting.append(entry)
    }
  }

  /// Takes back the transaction that was added last.
  func takeBackLast() throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      guard state.waiting.count > state.first else { return }
      state.waiting.removeLast()
      try Self.rewrite(&state, id)
    }
  }

  /// The transaction that comes next.
  var next: OutboxEntry? { state.withLock { $0.first < $0.waiting.count ? $0.waiting[$0.first] : nil } }

  /// Forgets the transaction that came next.
  ///
  /// Not waited for on the disk: whoever replays it again is told by the backend that it was there before.
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
      // The file is written anew now and then, so that it does not grow for ever and the cost of it is shared.
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
