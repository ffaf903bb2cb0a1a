internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// The content of an outbox's file.
struct OutboxLog {
  private static let magic = Array("IGATAOB2".utf8)
  private static let firstMagic = Array("IGATAOB1".utf8)
  private static let headerLength = magic.count + 16

  /// `nil` if the file was created, but its header was not completely written.
  private(set) var id: UUID?
  /// Whether the file has format 1.
  private(set) var isFirstFormat = false
  private(set) var waiting: [OutboxEntry] = []
  private(set) var lastNumber: UInt64 = 0
  private(set) var recordCount = 0
  /// The number of valid bytes in the file, if it isn't damaged.
  private(set) var length = 0
  /// The ranges that can't be read, each with the number of transactions that were read before it.
  private var damages: [(bytes: Range<Int>, before: Int)] = []
  private var isHeadDamaged = false
  private let path: String

  /// - Throws: ``/IgataRuntime/StoreError/corrupted(model:row:column:problem:)`` if the file isn't an outbox.
  init(_ content: [UInt8], _ path: String) throws(StoreError) {
    self.path = path
    guard content.count >= Self.headerLength else {
      let beginning = content.prefix(Self.magic.count)
      if Self.magic.starts(with: beginning) || Self.firstMagic.starts(with: beginning) { return }
      throw damaged("it is no outbox")
    }
    isFirstFormat = content.starts(with: Self.firstMagic)
    guard isFirstFormat || content.starts(with: Self.magic) else { throw damaged("it is no outbox of this version") }
    id = UUID(uuid: content[8..<24].withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    readRecords(content)
  }

  private mutating func readRecords(_ content: [UInt8]) {
    length = Self.headerLength
    var done: UInt64 = 0
    while length < content.count {
      guard let (record, end) = OutboxRecord.read(content, at: length) else {
        let next = (length + 1..<content.count).first { OutboxRecord.read(content, at: $0) != nil }
        if next == nil, OutboxRecord.isTorn(content, at: length) { break }
        damages.append((length..<(next ?? content.count), waiting.count))
        length = next ?? content.count
        continue
      }
      switch record {
      case .transaction(let entry):
        waiting.append(entry)
        lastNumber = max(lastNumber, entry.sequence)
      case .done(let number): done = max(done, number)
      case .reserved(let number): lastNumber = max(lastNumber, number)
      case .identity(let id):
        isHeadDamaged = isHeadDamaged || id != self.id
        self.id = id
      }
      recordCount += 1
      length = end
    }
    lastNumber = max(lastNumber, done)
    let before = waiting
    waiting.removeAll { $0.sequence <= done }
    for index in damages.indices {
      damages[index].before = before[..<damages[index].before].count { $0.sequence > done }
    }
  }

  /// An error that describes what can't be read, and what can; `nil` if everything can.
  var damageError: StoreError? {
    if damages.isEmpty, !isHeadDamaged { return nil }
    var sentences: [String] = []
    if isHeadDamaged { sentences.append("bytes 8 to 23, which identify the outbox, have changed") }
    for (bytes, before) in damages {
      let (before, after) = (Self.named(waiting[..<before]), Self.named(waiting[before...]))
      let range = "bytes \(bytes.lowerBound) to \(bytes.upperBound - 1) can't be read"
      sentences.append("\(range), \(before) before and \(after) after them can")
    }
    return damaged(
      "\(sentences.joined(separator: "; ")). Nothing was changed: repair or restore the file, or open it with "
        + "'whenDamaged: .setAside', which keeps it and continues with what can be read")
  }

  private static func named(_ entries: ArraySlice<OutboxEntry>) -> String {
    guard let first = entries.first?.sequence, let last = entries.last?.sequence else { return "no transaction" }
    return entries.count == 1 ? "transaction \(first)" : "\(entries.count) transactions (\(first) to \(last))"
  }

  private func damaged(_ problem: String) -> StoreError {
    .corrupted(model: "Outbox", row: nil, column: nil, problem: "the file '\(path)': \(problem)")
  }

  /// The header of a file.
  static func header(_ id: UUID) -> [UInt8] {
    magic + withUnsafeBytes(of: id.uuid) { Array($0) } + OutboxRecord.identity(id).bytes
  }
}
