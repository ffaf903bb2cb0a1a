package import Foundation
package import IgataTables

extension Date {
  /// The nearest multiple of a unit, both in microseconds.
  package static func rounded(microsecondsSince1970 microseconds: Int64, to unit: Int64) -> Int64 {
    let rest = microseconds.flooredQuotientAndRemainder(dividingBy: unit).remainder
    let lower = microseconds.subtractingReportingOverflow(rest).partialValue
    return rest * 2 < unit ? lower : lower.addingReportingOverflow(unit).partialValue
  }

  /// Microseconds as a `Date` has them, which far from today is less exact than they are.
  package static func kept(microsecondsSince1970 microseconds: Int64) -> Int64 {
    if exact.contains(microseconds) { return microseconds }
    return Date(microsecondsSince1970: microseconds).microsecondsSince1970 ?? microseconds
  }

  /// Microseconds of each of which there is a `Date`: those less than 8,000,000,000 seconds from the beginning of 2001.
  package static let exact = -7_021_692_800_000_000..<Int64(8_978_307_200_000_000)
}

/// The text of a date as databases keep it.
package enum StoredDateText {
  /// The microseconds of all years of four digits, with the year 0.
  package static let range = -62_167_219_200_000_000..<Int64(253_402_300_800_000_000)
  /// The microseconds of the years that are written.
  private static let written = -62_135_596_800_000_000..<Int64(253_402_300_800_000_000)

  // MARK: Reading

  /// The microseconds since 1970 of `2024-05-27 11:12:13` as a `Date` has them, with any number of digits after the
  /// seconds, of which those beyond microseconds are dropped. `nil` if the text has another form.
  ///
  /// - Parameter isExact: Whether they are all microseconds of the text, also where a `Date` has less.
  package static func microseconds(
    _ text: UnsafeRawBufferPointer, _ form: StoredForm.DateText, isExact: Bool = false
  ) -> Int64? {
    guard text.count >= 19, let microseconds = Scanner(text: text).microseconds(form) else { return nil }
    return isExact ? microseconds : Date.kept(microsecondsSince1970: microseconds)
  }

  private static let dash = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")
  private static let blank = UInt8(ascii: " ")
  private static let letterT = UInt8(ascii: "T")
  private static let zero = UInt8(ascii: "0")

  /// Reads a text of at least 19 bytes where it is.
  private struct Scanner {
    let text: UnsafeRawBufferPointer

    @inline(__always)
    func microseconds(_ form: StoredForm.DateText) -> Int64? {
      var (separator, end, zone) = (blank, text.count, Int64(0))
      switch form {
      case .plain: break
      case .iso:
        (separator, end) = (letterT, text.count - 1)
        guard text[end] == UInt8(ascii: "Z") else { return nil }
      case .offset:
        if text[10] == letterT { separator = letterT }
        guard let found = self.zone() else { return nil }
        (end, zone) = found
      }
      // yyyy-MM-, dd HH:mm and HH:mm:ss
      let months = EightBytes(bytes(at: 0), 0x2D30_302D_3030_3030, marks: 0xFF00_00FF_0000_0000)
      let minutes = EightBytes(
        bytes(at: 8), 0x3030_3A30_3000_3030 | UInt64(separator) << 16, marks: 0x0000_FF00_00FF_0000)
      let seconds = EightBytes(bytes(at: 11), 0x3030_3A30_303A_3030, marks: 0x0000_FF00_00FF_0000)
      guard months.faults | minutes.faults | seconds.faults == 0 else { return nil }
      let year = months.pair(0) &* 100 &+ months.pair(2)
      let (month, day, hour) = (months.pair(5), minutes.pair(0), minutes.pair(3))
      let (minute, second) = (minutes.pair(6), seconds.pair(6))
      guard (1...12).contains(month), day >= 1, day <= 28 || day <= GregorianDay.count(inMonth: month, of: year),
        hour < 24, minute < 60, second < 60, let fraction = end == 19 ? 0 : fraction(to: end)
      else { return nil }
      let days = GregorianDay(year: year, month: month, day: day).daysSince1970
      return ((days &* 24 &+ hour) &* 60 &+ minute &- zone) &* 60_000_000 &+ second &* 1_000_000 &+ fraction
    }

    /// Eight bytes, of which the first is the lowest.
    private func bytes(at offset: Int) -> UInt64 {
      UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The fraction of a second from the 20th byte to `end`, in microseconds.
    @inline(__always)
    private func fraction(to end: Int) -> Int64? {
      guard end > 20, text[19] == UInt8(ascii: ".") else { return nil }
      // What is before the digits is shifted out, and the digits that are missing are zeros.
      let count = min(end - 20, 8)
      let missing = UInt64(truncatingIfNeeded: 64 - 8 * count)
      let digits = EightBytes(bytes(at: 12 + count) &>> missing, 0x3030_3030_3030_3030 &>> missing)
      guard digits.faults == 0 else { return nil }
      for index in 20 + count..<end where text[index] &- zero > 9 { return nil }
      return digits.pair(0) &* 10_000 &+ digits.pair(2) &* 100 &+ digits.pair(4)
    }

    /// Where the time zone begins, and its minutes east of Greenwich.
    private func zone() -> (start: Int, minutes: Int64)? {
      let last = text[text.count - 1]
      if last == UInt8(ascii: "Z") || last == UInt8(ascii: "z") { return (text.count - 1, 0) }
      let minutes = text.count - 2
      let hours = text[minutes - 1] == colon ? minutes - 3 : minutes - 2
      let sign = text[hours - 1]
      guard sign == UInt8(ascii: "+") || sign == dash, let hour = pair(hours), let minute = pair(minutes), hour < 24,
        minute < 60
      else { return nil }
      return (hours - 1, (hour * 60 + minute) * (sign == dash ? -1 : 1))
    }

    /// The number of two digits.
    private func pair(_ offset: Int) -> Int64? {
      let (tens, ones) = (text[offset] &- zero, text[offset + 1] &- zero)
      return tens < 10 && ones < 10 ? Int64(tens * 10 + ones) : nil
    }
  }

  /// Eight bytes of a text, of which the first is the lowest. Some are digits, and all others are known.
  private struct EightBytes {
    /// Not 0 if a byte is another one.
    let faults: UInt64
    /// In each byte, the number of the digit there and of the next one.
    private let pairs: UInt64

    /// - Parameters:
    ///   - expected: The bytes, with `0` for each digit.
    ///   - marks: Has all bits of the bytes that aren't digits.
    @inline(__always)
    init(_ bytes: UInt64, _ expected: UInt64, marks: UInt64 = 0) {
      let values = bytes ^ expected
      // Only from 10 on, a byte with 118 more has its highest bit. What is carried to the next byte comes from one that
      // has it without.
      faults = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080 | values & marks
      pairs = values &* 10 &+ values &>> 8
    }

    func pair(_ index: UInt64) -> Int64 { Int64(truncatingIfNeeded: pairs &>> (index &* 8) & 0xFF) }
  }

  // MARK: Writing

  /// The text of a date, rounded to the digits that are written; `nil` for a year that doesn't have four digits.
  package static func text(microsecondsSince1970 microseconds: Int64, _ form: StoredForm.DateText) -> String? {
    let microseconds = form.unit.map { Date.rounded(microsecondsSince1970: microseconds, to: $0) } ?? microseconds
    guard written.contains(microseconds) else { return nil }
    let digits: Int? = if case .plain(let digits) = form { digits } else { nil }
    let end: StaticString =
      switch form {
      case .plain: ""
      case .iso: "Z"
      case .offset: "+00:00"
      }
    return text(microseconds, separator: form == .iso ? letterT : blank, digits: digits, end)
  }

  /// The text of a date in the years from 0 to 9999.
  ///
  /// - Parameter digits: How many digits of the fraction there are; `nil` for as many as are needed.
  package static func text(
    _ microseconds: Int64, separator: UInt8, digits: Int?, _ end: StaticString
  ) -> String {
    let (seconds, fraction) = microseconds.flooredQuotientAndRemainder(dividingBy: 1_000_000)
    let (days, second) = seconds.flooredQuotientAndRemainder(dividingBy: 86_400)
    let day = GregorianDay(daysSince1970: days)
    return String(unsafeUninitializedCapacity: 40) { bytes in
      func put(_ pair: Int64, at index: Int, _ mark: UInt8? = nil) {
        let (tens, ones) = UInt32(truncatingIfNeeded: pair).quotientAndRemainder(dividingBy: 10)
        bytes[index] = zero &+ UInt8(truncatingIfNeeded: tens)
        bytes[index + 1] = zero &+ UInt8(truncatingIfNeeded: ones)
        if let mark { bytes[index + 2] = mark }
      }
      put(day.year / 100, at: 0)
      put(day.year % 100, at: 2, dash)
      put(day.month, at: 5, dash)
      put(day.day, at: 8, separator)
      put(second / 3600, at: 11, colon)
      put(second / 60 % 60, at: 14, colon)
      put(second % 60, at: 17)
      var count = 19
      let digitCount = digits ?? (fraction == 0 ? 0 : 6)
      if digitCount > 0 {
        bytes[19] = UInt8(ascii: ".")
        put(fraction / 10_000, at: 20)
        put(fraction / 100 % 100, at: 22)
        put(fraction % 100, at: 24)
        for index in 26..<29 { bytes[index] = zero }
        count = 20 + digitCount
        if digits == nil { while bytes[count - 1] == zero { count -= 1 } }
      }
      let tail = count
      end.withUTF8Buffer { for (index, byte) in $0.enumerated() { bytes[tail + index] = byte } }
      return tail + end.utf8CodeUnitCount
    }
  }
}
