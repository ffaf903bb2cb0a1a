import Foundation
import IgataTables
import RuntimeModels
import Testing

@_spi(Backend) @testable import IgataRuntime

/// Texts of dates and UUIDs, compared with how others read them: a regular expression with the calendar of the C
/// library, and Foundation.
@Suite struct StoredTextTests {
  private static let dateForms: [StoredForm.DateText] = [.plain(digits: nil), .iso, .offset]
  private static let uuidForms: [StoredForm.UUIDText] = [.lower, .upper, .hex]

  /// A message shows a key in the form by which the other program's tools find the row.
  @Test func keysAreShownAsTheyAreStored() throws {
    let key = try #require(UUID(uuidString: "2F1F4F4E-0C3A-4F57-9D5E-6F0F4A1B2C3D"))
    #expect(FormOwner.table.keyText([.uuid(key)]) == "2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d")
  }

  // MARK: Dates

  /// Reads dates by a regular expression.
  private struct DateReader {
    let expression: NSRegularExpression

    init(_ form: StoredForm.DateText) throws {
      let (separator, zone) =
        switch form {
        case .plain: (" ", "()()")
        case .iso: ("T", "()()Z")
        case .offset: ("[ T]", "(?:[Zz]|([+-][0-9][0-9]):?([0-9][0-9]))")
        }
      let day = "([0-9]{4})-([0-9]{2})-([0-9]{2})"
      let time = "([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]+))?"
      expression = try NSRegularExpression(pattern: "\\A\(day)\(separator)\(time)\(zone)\\z")
    }

    func microseconds(_ bytes: [UInt8]) -> Int64? {
      guard let text = String(bytes: bytes, encoding: .utf8) else { return nil }
      let range = NSRange(text.startIndex..., in: text)
      guard let match = expression.firstMatch(in: text, range: range) else { return nil }
      let groups = (1...9).map { Range(match.range(at: $0), in: text).map { String(text[$0]) } ?? "" }
      let numbers = groups.prefix(6).compactMap { Int32($0) }
      guard numbers.count == 6 else { return nil }
      var clock = tm()
      (clock.tm_year, clock.tm_mon, clock.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
      (clock.tm_hour, clock.tm_min, clock.tm_sec) = (numbers[3], numbers[4], numbers[5])
      let seconds = Int64(timegm(&clock))
      // What isn't in the calendar was made a time that is.
      guard (clock.tm_year, clock.tm_mon, clock.tm_mday) == (numbers[0] - 1900, numbers[1] - 1, numbers[2]),
        (clock.tm_hour, clock.tm_min, clock.tm_sec) == (numbers[3], numbers[4], numbers[5])
      else { return nil }
      var zone: Int64 = 0
      if let hours = Int64(groups[7].dropFirst()), let minutes = Int64(groups[8]) {
        guard hours < 24, minutes < 60 else { return nil }
        zone = (hours * 60 + minutes) * (groups[7].hasPrefix("-") ? -1 : 1)
      }
      let fraction = Int64((groups[6] + "000000").prefix(6)) ?? 0
      return Date.kept(microsecondsSince1970: (seconds - zone * 60) * 1_000_000 + fraction)
    }
  }

  private static func microseconds(_ bytes: [UInt8], _ form: StoredForm.DateText) -> Int64? {
    bytes.withUnsafeBytes { StoredDateText.microseconds($0, form) }
  }

  /// A text of which a part may be out of its range.
  private static func text(_ form: StoredForm.DateText, _ random: inout SeededNumbers) -> String {
    func part(_ usual: ClosedRange<Int>, _ ends: [Int], _ random: inout SeededNumbers) -> Int {
      Int.random(in: 0..<4, using: &random) == 0 ? random.pick(ends) : Int.random(in: usual, using: &random)
    }
    let years = [0, 1, 4, 100, 400, 1582, 1900, 1969, 1970, 2000, 2024, 2100, 9999]
    var text = String(
      format: "%04d-%02d-%02d", part(0...9999, years, &random), part(1...12, [0, 1, 2, 2, 12, 13], &random),
      part(1...28, [0, 28, 29, 29, 30, 31, 32], &random))
    text += form == .iso || form == .offset && random.pick([true, false]) ? "T" : " "
    text += String(
      format: "%02d:%02d:%02d", part(0...23, [0, 23, 23, 24], &random), part(0...59, [0, 59, 59, 60], &random),
      part(0...59, [0, 59, 59, 60], &random))
    if random.pick([true, true, false]) {
      text += "." + String((0..<Int.random(in: 0...12, using: &random)).map { _ in random.pick(Array("0123456789")) })
    }
    switch form {
    case .plain: break
    case .iso: text += "Z"
    case .offset:
      let zones = ["Z", "z", "+00:00", "-0000", "+23:59", "-2359", "+24:00", "+05:60", "-3:00", "+01", "+1:234", ""]
      text += random.pick(zones)
    }
    return text
  }

  @Test(arguments: dateForms) func dates(_ form: StoredForm.DateText) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed: seed)
    let reader = try DateReader(form)
    var readCount = 0
    for _ in 0..<5000 {
      let text = Self.text(form, &random)
      let expected = reader.microseconds(Array(text.utf8))
      #expect(Self.microseconds(Array(text.utf8), form) == expected, "seed \(seed): \(text)")
      if expected != nil { readCount += 1 }
    }
    #expect(readCount > 500, "seed \(seed)")
  }

  /// No byte can be another one, be left out or be inserted without being noticed.
  @Test(arguments: dateForms) func changedDates(_ form: StoredForm.DateText) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed: seed)
    let reader = try DateReader(form)
    let texts: [String]
    switch form {
    case .plain: texts = ["2024-02-29 23:59:59.123456", "0400-10-31 20:00:00"]
    case .iso: texts = ["2024-02-29T23:59:59.123456789Z", "0400-10-31T20:00:00Z"]
    case .offset: texts = ["2024-02-29 23:59:59.1+23:59", "0400-10-31T20:00:00.0123456789-0130"]
    }
    for text in texts {
      for change in Self.changes(of: Array(text.utf8), &random) {
        let read = Self.microseconds(change, form)
        #expect(read == reader.microseconds(change), "seed \(seed): \(String(decoding: change, as: UTF8.self))")
      }
    }
  }

  /// A text with each byte replaced by all others, left out, or after another one; and the beginnings of the text.
  private static func changes(of text: [UInt8], _ random: inout SeededNumbers) -> [[UInt8]] {
    var changes: [[UInt8]] = [text]
    for index in text.indices {
      var change = text
      for byte in UInt8.min...UInt8.max {
        change[index] = byte
        changes.append(change)
      }
      change = text
      change.remove(at: index)
      changes.append(change)
      change = text
      change.insert(random.pick(text + [0, 46, 48, 255]), at: index)
      changes.append(change)
      changes.append(Array(text[..<index]))
    }
    return changes
  }

  /// Every month of every year that is written.
  @Test func months() throws {
    for year in 0...9999 {
      for month in 1...12 {
        var clock = tm()
        (clock.tm_year, clock.tm_mon, clock.tm_mday) = (Int32(year - 1900), Int32(month - 1), 1)
        let expected = Int64(timegm(&clock)) / 86_400
        let day = GregorianDay(year: Int64(year), month: Int64(month), day: 1)
        guard day.daysSince1970 == expected else {
          Issue.record("\(year)-\(month): \(day.daysSince1970), not \(expected)")
          return
        }
      }
    }
  }

  /// Dates are read as they were written, with so many digits.
  @Test func writtenDates() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed: seed)
    let first: Int64 = -62_135_596_800_000_000
    for _ in 0..<5000 {
      let microseconds = Int64.random(in: first..<253_402_300_799_000_000, using: &random)
      for digits in [nil, 0, 1, 2, 3, 4, 5, 6, 7, 9] as [Int?] {
        let form = StoredForm.DateText.plain(digits: digits)
        let text = try #require(StoredDateText.text(microsecondsSince1970: microseconds, form))
        let rounded = form.unit.map { Date.rounded(microsecondsSince1970: microseconds, to: $0) } ?? microseconds
        let read = Self.microseconds(Array(text.utf8), form)
        #expect(read == Date.kept(microsecondsSince1970: rounded), "seed \(seed): \(text)")
        let fraction = text.split(separator: ".").dropFirst().first
        if let digits { #expect((fraction?.count ?? 0) == digits, "seed \(seed): \(text)") }
        if digits == nil { #expect(fraction?.hasSuffix("0") != true, "seed \(seed): \(text)") }
      }
    }
  }

  // MARK: UUIDs

  private static func text(_ uuid: UUID, _ form: StoredForm.UUIDText) -> String {
    switch form {
    case .lower: uuid.uuidString.lowercased()
    case .upper: uuid.uuidString
    case .hex: uuid.uuidString.lowercased().filter { $0 != "-" }
    }
  }

  /// The UUID that Foundation reads, if it writes it in the same way.
  private static func uuid(_ bytes: [UInt8], _ form: StoredForm.UUIDText) -> UUID? {
    var bytes = bytes
    if form == .hex {
      guard bytes.count == 32 else { return nil }
      for offset in [20, 16, 12, 8] { bytes.insert(UInt8(ascii: "-"), at: offset) }
    }
    guard let text = String(bytes: bytes, encoding: .utf8), let uuid = UUID(uuidString: text) else { return nil }
    return (form == .upper ? uuid.uuidString : uuid.uuidString.lowercased()) == text ? uuid : nil
  }

  @Test(arguments: uuidForms) func uuids(_ form: StoredForm.UUIDText) throws {
    for _ in 0..<2000 {
      let uuid = UUID()
      let text = Self.text(uuid, form)
      #expect(form.text(uuid) == text)
      #expect(Array(text.utf8).withUnsafeBytes { form.uuid($0) } == uuid)
    }
  }

  @Test(arguments: uuidForms) func changedUUIDs(_ form: StoredForm.UUIDText) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed: seed)
    let uuid = try #require(UUID(uuidString: "01234567-89AB-CDEF-FEDC-BA9876543210"))
    for other in Self.uuidForms {
      for change in Self.changes(of: Array(Self.text(uuid, other).utf8), &random) {
        let read = change.withUnsafeBytes { form.uuid($0) }
        #expect(read == Self.uuid(change, form), "seed \(seed): \(String(decoding: change, as: UTF8.self))")
      }
    }
  }
}
