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

  /// The microseconds since 1970 of `2024-05-27 11:12:13`, with any number of digits after the seconds, of which those
  /// beyond microseconds are dropped. `nil` if the text has another form.
  package static func microseconds(_ text: UnsafeRawBufferPointer, _ form: StoredForm.DateText) -> Int64? {
    var scanner = Scanner(text: text, form: form)
    return scanner.microseconds()
  }

  private static let dash = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")
  private static let blank = UInt8(ascii: " ")
  private static let letterT = UInt8(ascii: "T")

  /// Reads a text where it is.
  private struct Scanner {
    let text: UnsafeRawBufferPointer
    let form: StoredForm.DateText
    /// Where the part after the seconds is read.
    private var end = 19

    init(text: UnsafeRawBufferPointer, form: StoredForm.DateText) { (self.text, self.form) = (text, form) }

    mutating func microseconds() -> Int64? {
      guard text.count >= 19, text[4] == dash, text[7] == dash, text[13] == colon, text[16] == colon else { return nil }
      switch form {
      case .plain: guard text[10] == blank else { return nil }
      case .iso: guard text[10] == letterT else { return nil }
      case .offset: guard text[10] == blank || text[10] == letterT else { return nil }
      }
      guard let century = pair(0), let years = pair(2), let month = pair(5), let day = pair(8), let hour = pair(11),
        let minute = pair(14), let second = pair(17)
      else { return nil }
      let year = century * 100 + years
      guard (1...12).contains(month), day >= 1, day <= 28 || day <= GregorianDay.count(inMonth: month, of: year),
        hour < 24, minute < 60, second < 60
      else { return nil }
      let hasZone = if case .plain = form { false } else { true }
      guard let fraction = fraction(), let zone = hasZone ? zone() : 0, end == text.count else { return nil }
      let days = GregorianDay(year: year, month: month, day: day).daysSince1970
      return ((days * 24 + hour) * 60 + minute - zone) * 60_000_000 + second * 1_000_000 + fraction
    }

    /// The number of two digits.
    @inline(__always)
    private func pair(_ offset: Int) -> Int64? {
      let (tens, ones) = (text[offset] &- 48, text[offset + 1] &- 48)
      return tens < 10 && ones < 10 ? Int64(tens &* 10 &+ ones) : nil
    }

    /// The fraction of a second, in microseconds.
    @inline(__always)
    private mutating func fraction() -> Int64? {
      guard end < text.count, text[end] == UInt8(ascii: ".") else { return 0 }
      let start = end + 1
      var (value, index): (Int64, Int) = (0, start)
      while index < text.count, case let digit = text[index] &- 48, digit < 10 {
        if index < start + 6 { value = value &* 10 &+ Int64(digit) }
        index += 1
      }
      end = index
      guard index > start else { return nil }
      while index < start + 6 {
        value &*= 10
        index += 1
      }
      return value
    }

    /// The time zone, in minutes east of Greenwich.
    private mutating func zone() -> Int64? {
      guard end < text.count else { return nil }
      let sign = text[end]
      end += 1
      if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") && form == .offset { return 0 }
      guard form == .offset, sign == UInt8(ascii: "+") || sign == dash, end + 4 <= text.count, let hour = pair(end)
      else { return nil }
      end += 2
      if text[end] == colon { end += 1 }
      guard end + 2 <= text.count, let minute = pair(end), hour < 24, minute < 60 else { return nil }
      end += 2
      return (hour * 60 + minute) * (sign == dash ? -1 : 1)
    }
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
        bytes[index] = UInt8(truncatingIfNeeded: 48 + pair / 10)
        bytes[index + 1] = UInt8(truncatingIfNeeded: 48 + pair % 10)
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
      if digits ?? (fraction == 0 ? 0 : 6) > 0 {
        bytes[count] = UInt8(ascii: ".")
        count += 1
        var (rest, unit) = (fraction, Int64(100_000))
        for index in 0..<(digits ?? 6) where digits != nil || rest > 0 {
          bytes[count] = UInt8(truncatingIfNeeded: 48 + (index < 6 ? rest / unit : 0))
          count += 1
          if index < 6 { rest %= unit }
          unit = max(unit / 10, 1)
        }
      }
      let tail = count
      end.withUTF8Buffer { for (index, byte) in $0.enumerated() { bytes[tail + index] = byte } }
      return tail + end.utf8CodeUnitCount
    }
  }
}
