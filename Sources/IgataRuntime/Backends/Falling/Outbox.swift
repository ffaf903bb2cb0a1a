public import Foundation
internal import Synchronization

/// Where a ``FallbackBackend`` keeps what could not be written yet: a file that survives the end of the process, be it
/// by `SIGKILL`, and the loss of power.
///
/// The file is a log: 8 bytes `IGATAOB1`, 16 bytes that name the outbox, and then records, each of a 32-bit length, the
/// CRC-32 of its content and the content. A content begins with a byte for its kind and a 64-bit number: 1 is a
/// transaction of that number, with its operations; 2 says that the transactions up to a number are done with; 3, that
/// numbers up to that one may have been used. A transaction is in the file, and the file on the disk, before its
/// caller is told. A record that was not finished is cut off when the file is opened. Values are not encrypted; the file
/// can be read by its owner alone.
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

  /// Which outbox this is: part of the identity of each of its writes.
  public let id: UUID
  private let state: Mutex<State>

  /// An outbox in memory, which is lost with the process.
  public init() {
    id = UUID()
    state = Mutex(State(reserved: .max))
  }

  /// The outbox that is kept in a file, which is made where it is missing. Throws ``StoreError/locked(reason:)`` where
  /// another one has it open, and ``StoreError/corrupted(model:row:column:problem:)`` where it is something else.
  public init(path: String) throws(StoreError) {
    var (file, content) = try OutboxFile.open(path)
    let log = try OutboxLog(content, path)
    try file.cut(to: log.length)
    id = log.id ?? UUID()
    if log.id == nil { try file.append(OutboxLog.header(id)) }
    state = Mutex(
      State(
        waiting: log.waiting, last: log.lastNumber, reserved: log.lastNumber, file: file,
        deadRecords: log.recordCount - log.waiting.count))
  }

  /// How many transactions wait.
  public var count: Int { state.withLock { $0.waiting.count - $0.first } }

  /// The next number for a transaction; never given out again, not by the next process either.
  func takeNumber() throws(StoreError) -> UInt64 {
    try state.withLock { state throws(StoreError) in
      if state.last >= state.reserved {
        let reserved = state.last + 1000
        try state.file?.append(OutboxLog.record(.reserved, reserved))
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
      try state.file?.append(OutboxLog.record(entry))
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
      try state.file?.append(OutboxLog.record(.done, number), isDurable: false)
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
    bytes += OutboxLog.record(.reserved, max(state.reserved, state.last))
    for entry in state.waiting[state.first...] { bytes += OutboxLog.record(entry) }
    try state.file?.replace(with: bytes)
    state.deadRecords = 1
  }
}

/// What the file of an outbox says.
private struct OutboxLog {
  enum Mark: UInt8 { case done = 2, reserved = 3 }

  private static let magic = Array("IGATAOB1".utf8)
  private(set) var id: UUID?
  private(set) var waiting: [OutboxEntry] = []
  private(set) var lastNumber: UInt64 = 0
  private(set) var recordCount = 0
  /// How many bytes of the file are good.
  private(set) var length = 0

  init(_ content: [UInt8], _ path: String) throws(StoreError) {
    let headerLength = Self.magic.count + 16
    guard content.count >= headerLength else {
      // Made, and not finished.
      if Self.magic.starts(with: content.prefix(Self.magic.count)) { return }
      throw Self.damaged(path, "it is no outbox")
    }
    guard content.starts(with: Self.magic) else { throw Self.damaged(path, "it is no outbox of this version") }
    id = UUID(uuid: content[8..<24].withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    length = headerLength
    var done: UInt64 = 0
    while let record = Self.record(content[length...]) {
      var reader = OutboxReader(record)
      switch reader.integer(UInt8.self) {
      case 1:
        guard let entry = reader.entry() else { throw Self.damaged(path, "a transaction in it can't be read") }
        waiting.append(entry)
        lastNumber = max(lastNumber, entry.sequence)
      case Mark.done.rawValue: done = max(done, reader.integer(UInt64.self) ?? 0)
      case Mark.reserved.rawValue: lastNumber = max(lastNumber, reader.integer(UInt64.self) ?? 0)
      default: throw Self.damaged(path, "a record in it is of an unknown kind")
      }
      recordCount += 1
      length = record.endIndex
    }
    lastNumber = max(lastNumber, done)
    waiting.removeAll { $0.sequence <= done }
  }

  /// The content of the first record; nothing where it was not finished.
  private static func record(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var reader = OutboxReader(bytes)
    guard let length = reader.integer(UInt32.self), let checksum = reader.integer(UInt32.self) else { return nil }
    let content = bytes.dropFirst(8).prefix(Int(length))
    return content.count == Int(length) && length > 0 && crc32(content) == checksum ? content : nil
  }

  static func header(_ id: UUID) -> [UInt8] { magic + withUnsafeBytes(of: id.uuid) { Array($0) } }

  static func record(_ entry: OutboxEntry) -> [UInt8] {
    var writer = OutboxWriter()
    writer.append(UInt8(1))
    writer.append(entry)
    return framed(writer.bytes)
  }

  static func record(_ mark: Mark, _ number: UInt64) -> [UInt8] {
    var writer = OutboxWriter()
    writer.append(mark.rawValue)
    writer.append(number)
    return framed(writer.bytes)
  }

  private static func framed(_ content: [UInt8]) -> [UInt8] {
    var writer = OutboxWriter()
    writer.append(UInt32(truncatingIfNeeded: content.count))
    writer.append(crc32(content))
    return writer.bytes + content
  }

  private static func damaged(_ path: String, _ problem: String) -> StoreError {
    .corrupted(model: "Outbox", row: nil, column: nil, problem: "the file '\(path)': \(problem)")
  }
}
