#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime

/// What writes rows into a ``RowBuffer``.
///
/// It knows itself where it is. Were that looked up in the buffer and put back there for each value, each would wait for
/// the one before. For the same reason nothing that is not inlined here takes the pen's address: it returns where it
/// ended.
struct RowPen {
  private let buffer: UnsafeMutablePointer<RowBuffer>
  private let types: UnsafePointer<ServerType>
  private let generatedKeyColumn: Int32
  private var place: UnsafeMutableRawPointer
  /// Where values of any length must not begin; see ``RowBuffer/room``.
  private var limit: UnsafeMutableRawPointer

  /// A pen at the end of the buffer, which is behind until ``pause()``.
  @inline(__always)
  init(_ buffer: UnsafeMutablePointer<RowBuffer>) {
    self.buffer = buffer
    types = buffer.pointee.types
    generatedKeyColumn = buffer.pointee.generatedKeyColumn
    (place, limit) = buffer.pointee.room
    if place > limit { (place, limit) = grown(0) }
  }

  /// Room for as many bytes more.
  @inline(never)
  private func grown(_ count: Int) -> (UnsafeMutableRawPointer, UnsafeMutableRawPointer) {
    pause()
    buffer.pointee.grow(count)
    return buffer.pointee.room
  }

  /// A number, and the number of its bytes before it.
  @inline(__always)
  private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    let size = MemoryLayout<Number>.size
    place.storeBytes(of: Int32(truncatingIfNeeded: size).bigEndian, as: Int32.self)
    place.storeBytes(of: number.bigEndian, toByteOffset: 4, as: Number.self)
    place += 4 + size
  }

  @inline(__always)
  private mutating func fail(_ column: Int32, _ reason: String) {
    buffer.pointee.fail(column, reason)
    null(column)
  }

  /// Where a text of so many bytes goes, whose length is written; nothing where it is too long.
  @inline(__always)
  mutating func beginText(_ column: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
    // What fits has no more bytes than its length can tell, see `RowBuffer.room`.
    if limit - place < 4 &+ count {
      guard count <= Int32.max else {
        fail(column, "more than 2 GB")
        return nil
      }
      (place, limit) = grown(4 + count)
    }
    place.storeBytes(of: Int32(truncatingIfNeeded: count).bigEndian, as: Int32.self)
    let target = place + 4
    place = target + count
    return target
  }

  @inline(never)
  private func appended(
    _ column: Int32, _ value: StoredValue
  ) -> (place: UnsafeMutableRawPointer, limit: UnsafeMutableRawPointer) {
    var pen = self
    var field: [UInt8] = []
    do {
      try value.appendField(types[Int(column)], to: &field)
    } catch {
      pen.fail(column, error.reason)
      return (pen.place, pen.limit)
    }
    if pen.limit - pen.place < field.count { (pen.place, pen.limit) = grown(field.count) }
    field.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { pen.place.copyMemory(from: start, byteCount: bytes.count) }
    }
    return (pen.place + field.count, pen.limit)
  }
}

extension RowPen {
  @inline(__always)
  mutating func null(_ column: Int32) {
    buffer.pointee.noteNull()
    place.storeBytes(of: -1, as: Int32.self)
    place += 4
  }

  @inline(__always)
  mutating func bool(_ column: Int32, _ value: Bool) { append(value ? 1 : 0 as UInt8) }

  @inline(__always)
  mutating func integer(_ column: Int32, _ given: Int64) {
    let value = column == generatedKeyColumn ? buffer.pointee.key(given) : given
    let type = types[Int(column)]
    if _fastPath(type == .int64) { return append(value) }
    switch type {
    case .int32:
      guard let narrow = Int32(exactly: value) else { return fail(column, "an integer of more bits") }
      append(narrow)
    case .int16:
      guard let narrow = Int16(exactly: value) else { return fail(column, "an integer of more bits") }
      append(narrow)
    default: (place, limit) = appended(column, .integer(value))
    }
  }

  @inline(__always)
  mutating func real(_ column: Int32, _ value: Double) {
    if types[Int(column)] == .float { append(Float(value).bitPattern) } else { append(value.bitPattern) }
  }

  @inline(__always)
  mutating func uuid(_ column: Int32, _ bytes: UnsafeRawPointer) {
    place.storeBytes(of: Int32(16).bigEndian, as: Int32.self)
    (place + 4).copyMemory(from: bytes, byteCount: 16)
    place += 20
  }

  @inline(__always)
  mutating func date(_ column: Int32, _ microseconds: Int64) {
    guard let value = ServerDate.encode(microseconds) else {
      return fail(column, "a date outside of PostgreSQL's range")
    }
    append(value)
  }

  @inline(__always)
  mutating func value(_ column: Int32, _ value: UnsafePointer<StoredValue>) {
    if case .integer(let number) = value.pointee, column == generatedKeyColumn { return integer(column, number) }
    (place, limit) = appended(column, value.pointee)
  }

  @inline(__always)
  mutating func finish(_ generatedKey: UnsafeMutablePointer<Int64>) -> Int32 {
    if place > limit { (place, limit) = grown(0) }
    let next = buffer.pointee.finish(at: place)
    if generatedKeyColumn >= 0 { generatedKey.pointee = buffer.pointee.takeMadeKey() }
    if next == .failed { return -1 }
    place += RowBuffer.headSize
    return next == .full ? 2 : 1
  }

  @inline(__always)
  func pause() { buffer.pointee.end(at: place) }
}

#endif
