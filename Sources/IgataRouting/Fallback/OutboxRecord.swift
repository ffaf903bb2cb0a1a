internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// A record in an outbox's file.
enum OutboxRecord {
  case transaction(OutboxEntry)
  /// The transactions up to this number are finished.
  case done(UInt64)
  /// Numbers up to this one may have been used.
  case reserved(UInt64)
  /// The identity of the outbox. The header of the file has no checksum, but this record has one.
  case identity(UUID)

  /// The number of bytes before a record's content: its length and its checksum.
  static let frameLength = 8

  /// The record's bytes in the file.
  var bytes: [UInt8] {
    var content = OutboxWriter()
    switch self {
    case .transaction(let entry):
      content.append(UInt8(5))
      content.append(entry)
    case .done(let number):
      content.append(UInt8(2))
      content.append(number)
    case .reserved(let number):
      content.append(UInt8(3))
      content.append(number)
    case .identity(let id):
      content.append(UInt8(4))
      content.append(id)
    }
    var frame = OutboxWriter()
    frame.append(UInt32(truncatingIfNeeded: content.bytes.count))
    frame.append(crc32(content.bytes))
    return frame.bytes + content.bytes
  }

  /// The record with this content; `nil` if the content is invalid.
  init?(content: ArraySlice<UInt8>) {
    var reader = OutboxReader(content)
    switch reader.integer(UInt8.self) {
    case let kind? where kind == 1 || kind == 5:
      guard let entry = reader.entry(isFirstFormat: kind == 1) else { return nil }
      self = .transaction(entry)
    case 2:
      guard let number = reader.integer(UInt64.self) else { return nil }
      self = .done(number)
    case 3:
      guard let number = reader.integer(UInt64.self) else { return nil }
      self = .reserved(number)
    case 4:
      guard let id = reader.uuid() else { return nil }
      self = .identity(id)
    default: return nil
    }
    if !reader.isAtEnd { return nil }
  }

  /// The record that begins at `start`, and where it ends; `nil` if there is no complete one.
  static func read(_ bytes: [UInt8], at start: Int) -> (record: OutboxRecord, end: Int)? {
    guard let frame = Frame(bytes, at: start), frame.length > 0, frame.length <= frame.rest.count,
      let kind = frame.rest.first, (1...5).contains(kind)
    else { return nil }
    let content = frame.rest.prefix(frame.length)
    guard crc32(content) == frame.checksum, let record = OutboxRecord(content: content) else { return nil }
    return (record, content.endIndex)
  }

  /// Whether the bytes from `start` on are the beginning of a record that was not completely written, and not a record
  /// that was written and has been damaged since.
  static func isTorn(_ bytes: [UInt8], at start: Int) -> Bool {
    if bytes[start...].allSatisfy({ $0 == 0 }) { return true }
    guard let frame = Frame(bytes, at: start) else { return true }
    guard frame.length > frame.rest.count else { return false }
    guard let kind = frame.rest.first else { return true }
    guard
      kind == 1 || kind == 5 || ((2...3).contains(kind) && frame.length == 9) || (kind == 4 && frame.length == 17)
    else {
      return false
    }
    return !frame.holdsWholeRecord
  }

  /// What precedes a content, and all bytes after it.
  private struct Frame {
    var length: Int
    var checksum: UInt32
    var rest: ArraySlice<UInt8>

    init?(_ bytes: [UInt8], at start: Int) {
      var reader = OutboxReader(bytes[start...])
      guard let length = reader.integer(UInt32.self), let checksum = reader.integer(UInt32.self) else { return nil }
      self.length = Int(length)
      self.checksum = checksum
      rest = bytes[(start + frameLength)...]
    }

    /// Whether there is a content of another length with this checksum: then the length was damaged.
    var holdsWholeRecord: Bool {
      var running = RunningChecksum()
      for index in rest.indices {
        running.add(rest[index])
        if running.value == checksum, OutboxRecord(content: rest[...index]) != nil { return true }
      }
      return false
    }
  }
}
