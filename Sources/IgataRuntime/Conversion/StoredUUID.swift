package import Foundation
package import IgataTables

extension StoredForm.UUIDText {
  /// The UUID of a text in this form; `nil` if it has another one.
  package func uuid(_ text: UnsafeRawBufferPointer) -> UUID? {
    let dash = UInt8(ascii: "-")
    let isHex = self == .hex
    guard text.count == (isHex ? 32 : 36),
      isHex || text[8] == dash && text[13] == dash && text[18] == dash && text[23] == dash
    else { return nil }
    @inline(__always)
    func four(_ offset: Int) -> UInt64 {
      UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    let gap = letterGap
    let first = HexDigits(four(0) | four(4) << 32, gap)
    let second = HexDigits(four(isHex ? 8 : 9) | four(isHex ? 12 : 14) << 32, gap)
    let third = HexDigits(four(isHex ? 16 : 19) | four(isHex ? 20 : 24) << 32, gap)
    let fourth = HexDigits(four(isHex ? 24 : 28) | four(isHex ? 28 : 32) << 32, gap)
    guard first.faults | second.faults | third.faults | fourth.faults == 0 else { return nil }
    let halves = ((first.bytes | second.bytes << 32).littleEndian, (third.bytes | fourth.bytes << 32).littleEndian)
    return withUnsafeBytes(of: halves) { $0.loadUnaligned(as: UUID.self) }
  }

  /// The text of a UUID.
  package func text(_ uuid: UUID) -> String {
    withUnsafeBytes(of: words(uuid)) { String(decoding: $0[..<length], as: UTF8.self) }
  }

  /// How many characters a text has.
  package var length: Int { self == .hex ? 32 : 36 }

  /// The characters of a UUID's text, in their order in memory, and zeros after them.
  package func words(_ uuid: UUID) -> (UInt64, UInt64, UInt64, UInt64, UInt64) {
    let gap = letterGap
    let (first, second, third, fourth) = withUnsafeBytes(of: uuid) { bytes in
      func digits(_ offset: Int) -> UInt64 {
        let four = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return HexDigits.text(ofBytes: UInt32(littleEndian: four), gap)
      }
      return (digits(0), digits(4), digits(8), digits(12))
    }
    var words = (first, second, third, fourth, UInt64(0))
    if self != .hex {
      // Dashes are before the bytes 4, 6, 8 and 10, which makes 36 bytes.
      let dash = UInt64(UInt8(ascii: "-"))
      let half = UInt64(UInt32.max)
      words.1 = dash | (second & half) << 8 | dash << 40 | (second >> 32) << 48
      words.2 = second >> 48 | dash << 16 | (third & half) << 24 | dash << 56
      words.3 = third >> 32 | fourth << 32
      words.4 = fourth >> 32
    }
    return (
      words.0.littleEndian, words.1.littleEndian, words.2.littleEndian, words.3.littleEndian, words.4.littleEndian
    )
  }

  /// How much farther from `9` the letters are than the digits.
  private var letterGap: UInt64 { self == .upper ? 7 : 39 }

  /// Eight hexadecimal digits. The first of them, and of their bytes, is the lowest.
  private struct HexDigits {
    /// Not 0 if there is another character.
    let faults: UInt64
    /// The four bytes that they are.
    let bytes: UInt64

    @inline(__always)
    init(_ text: UInt64, _ letterGap: UInt64) {
      // Bit 6 is that of a letter.
      let values = text & 0x0F0F_0F0F_0F0F_0F0F &+ (text &>> 6 & 0x0101_0101_0101_0101) &* 9
      faults = Self.text(of: values, letterGap) ^ text | values & 0xF0F0_F0F0_F0F0_F0F0
      let pairs = (values &<< 4 | values &>> 8) & 0x00FF_00FF_00FF_00FF
      let fours = (pairs | pairs &>> 8) & 0x0000_FFFF_0000_FFFF
      bytes = (fours | fours &>> 16) & 0xFFFF_FFFF
    }

    /// The text of four bytes.
    @inline(__always)
    static func text(ofBytes bytes: UInt32, _ letterGap: UInt64) -> UInt64 {
      let fours = (UInt64(bytes) | UInt64(bytes) &<< 16) & 0x0000_FFFF_0000_FFFF
      let pairs = (fours | fours &<< 8) & 0x00FF_00FF_00FF_00FF
      return text(of: (pairs &>> 4 | pairs &<< 8) & 0x0F0F_0F0F_0F0F_0F0F, letterGap)
    }

    /// The text of the values of digits.
    @inline(__always)
    private static func text(of values: UInt64, _ letterGap: UInt64) -> UInt64 {
      // From 10 on, a byte with 118 more has its highest bit.
      let letters = (values &+ 0x7676_7676_7676_7676) &>> 7 & 0x0101_0101_0101_0101
      return values &+ 0x3030_3030_3030_3030 &+ letters &* letterGap
    }
  }
}

extension StoredForm {
  /// A value as it is stored; `nil` if the form isn't one of keys.
  package func storedKey(_ value: StoredValue) -> StoredValue? {
    switch (self, value) {
    case (.uuidText(let form), .uuid(let uuid)): return .text(form.text(uuid))
    case (.day(let isCompact), .day(let day)): return .text(day.text(isCompact: isCompact))
    case (.dateNumber(let unit), .date(let microseconds)):
      let (date, isOverflow) = microseconds.subtractingReportingOverflow(unit.start)
      let units = Date.rounded(microsecondsSince1970: date, to: unit.microseconds) / unit.microseconds
      let read = StoredNumber.units(units, per: unit.microseconds)?.addingReportingOverflow(unit.start)
      // No row has a part of a unit.
      guard let read, !isOverflow, !read.overflow, Date.kept(microsecondsSince1970: read.partialValue) == microseconds
      else { return .real(0.5) }
      return .integer(units)
    default: return nil
    }
  }

  /// Whether every value is stored in some way. Otherwise ``storedKey(_:)`` returns one that no row has for the others.
  package var storesAllValues: Bool {
    if case .dateNumber = self { false } else { true }
  }

  /// The type of keys as they are stored.
  package var storedKeyType: ColumnType? {
    switch self {
    case .uuidText, .day: ColumnType(.string)
    case .dateNumber: ColumnType(.int64)
    case .dateText, .local, .number, .native: nil
    }
  }
}
