import Foundation
@_spi(Backend) import IgataRuntime
import RuntimeModels
import TestSupport
import Testing

struct ValuesStoredTests {
  static let hostileTexts = [
    "", " ", "'", "\"", "'; DROP TABLE person; --", "\\", "%_", "a\u{301}", "á", "\u{202E}abc", "\u{FEFF}", "👨‍👩‍👧‍👦",
    "𝄞",
    "\u{1}\u{7F}", "line\nline\r\n", "\u{10FFFF}", "\u{FFFE}", "NULL", "0x00", String(repeating: "長い", count: 50_000),
  ]

  @Test func everyValueComesBackFromItsRow() {
    for text in Self.hostileTexts {
      check(text, by: { $0.hasSameUTF8(as: $1) })
      check([text, text] as [String])
      check(JSON.object(JSON.Object([(key: text, value: .string(text))])))
    }
    for value in [0, 1, -1, .min, .max] as [Int64] { check(value) }
    check([Int16.min, .max] as [Int16])
    check([Int32.min, .max] as [Int32])
    check([Int.min, .max] as [Int])
    // Zero has no sign.
    check(-0.0 as Double, by: { $0.sign == .plus && $1.sign == .minus })
    for value in [0, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude] as [Double] {
      check(value, by: { $0.bitPattern == $1.bitPattern })
    }
    for value in [0.1, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude] as [Float] { check(value) }
    for text in ["0", "-1.10", "12345678901234567890.123456789", "99999999999999999999999999999999999999", "1e-127"] {
      check(Decimal(string: text) ?? .nan)
    }
    check([true, false] as [Bool])
    check(Data([0, 255]))
    check(UUID())
    check(Date.wholeMicrosecond())
    check([nil, Level.high] as [Level?])
    check(State.closed)
    check(Email(_trusted: "a@b"))
    check(Currency.min)
    for text in ["https://example.com/a?b=c#d", "mailto:a@b", "/a/b", "https://例え.jp/あ"] {
      if let url = URL(string: text) { check(url) }
    }
  }

  @Test func whatNoStoreCanKeepIsRefused() {
    let deep = (0...JSON.nestingLimit).reduce(JSON.null) { value, _ in [value] }
    #expect(fault(writing: Double.nan) == .unstorable("NaN"))
    #expect(fault(writing: Decimal.nan) == .unstorable("NaN"))
    #expect(fault(writing: "a\0b") == .unstorable("text with a NUL character"))
    #expect(fault(writing: ["a", "\0"]) == .unstorable("text with a NUL character"))
    #expect(fault(writing: JSON.array(["a", "\0"])) == .unstorable("text with a NUL character"))
    #expect(fault(writing: ["\0": 1] as JSON) == .unstorable("text with a NUL character"))
    #expect(fault(writing: deep) == .unstorable("JSON nested deeper than 100 levels"))
    #expect(fault(writing: Date(timeIntervalSince1970: 1e16)) != nil)
    #expect(fault(writing: Date(timeIntervalSince1970: .nan)) != nil)
    #expect(fault(writing: Date(timeIntervalSince1970: -.infinity)) != nil)
    #expect(fault(writing: Date.distantFuture) == nil && fault(writing: Date.distantPast) == nil)
  }

  @Test func whatIsNoneOfTheTypeIsAFault() {
    #expect(fault(reading: Int64.self, .null) == .missing)
    #expect(fault(reading: Data.self, .null) == .missing)
    #expect(fault(reading: Int16.self, .integer(40_000)) == .outOfRange)
    #expect(fault(reading: Float.self, .real(0.1)) == .outOfRange)
    #expect(fault(reading: Bool.self, .integer(1)) == .wrongType(found: "an integer"))
    #expect(fault(reading: Decimal.self, .text("1")) == .wrongType(found: "text"))
    #expect(fault(reading: JSON.self, .text("1")) == .wrongType(found: "text"))
    #expect(fault(reading: Level.self, .integer(2)) == .unknownCase("2"))
    #expect(fault(reading: AccountKind.self, .text("gold")) == .unknownCase("'gold'"))
    #expect(fault(reading: State.self, .text("never seen")) == nil)
    #expect(fault(reading: [Int64].self, .list([.integer(1), .null])) == .missing)
    #expect(fault(reading: [Int64].self, .integer(1)) == .wrongType(found: "an integer"))
    #expect(fault(reading: URL.self, .text("")) == .malformed("'' is no URL"))
    #expect(fault(reading: String?.self, .null) == nil)
  }

  @Test func datesAreWholeMicroseconds() {
    let microseconds: [Int64] = [
      0, 1, -1, 999_999, -999_999, 1_700_000_000_123_456, -62_135_596_800_000_000, 253_402_300_800_000_000,
    ]
    for value in microseconds { #expect(Date(microsecondsSince1970: value).microsecondsSince1970 == value) }
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      // The years 1732 to 2270.
      let near = Int64.random(in: -7_500_000_000_000_000...9_460_000_000_000_000, using: &random)
      expectEqual(Date(microsecondsSince1970: near).microsecondsSince1970, near)
      // A date far away has no microseconds to be told by, but a stored one stays what it is.
      let far = Int64.random(in: -9_000_000_000_000_000_000...9_000_000_000_000_000_000, using: &random)
      let date = Date(microsecondsSince1970: far)
      expectEqual(date.roundedToMicroseconds, date)
    }
    for _ in 0..<20_000 {
      // Any date, to the nearest microsecond; the fraction of a second is exact.
      let interval = Double.random(in: -1e10...1e10, using: &random)
      let whole = interval.rounded(.down)
      let microseconds = Date(timeIntervalSinceReferenceDate: interval).microsecondsSince1970 ?? 0
      let fraction = microseconds - (Int64(whole) + 978_307_200) * 1_000_000
      #expect(abs((interval - whole) * 1_000_000 - Double(fraction)) <= 0.5)
    }
    // The last dates that 64 bits reach, and those next to them.
    let last = Double(Int64.max) / 1_000_000 - 978_307_200
    for edge in [last, -last - 2 * 978_307_200] {
      for date in [edge, edge.nextUp, edge.nextDown].map(Date.init(timeIntervalSinceReferenceDate:)) {
        let seconds = date.timeIntervalSinceReferenceDate + 978_307_200
        let isWithin = abs(seconds) <= 9_223_372_036_854.7754
        #expect((date.microsecondsSince1970 != nil) == isWithin, "\(seconds)")
        if let microseconds = date.microsecondsSince1970 { #expect((microseconds < 0) == (seconds < 0)) }
      }
    }
    for edge in [Int64.min, .max] { _ = Date(microsecondsSince1970: edge).microsecondsSince1970 }
    for edge in [Double.infinity, -.infinity, .nan] {
      #expect(Date(timeIntervalSinceReferenceDate: edge).microsecondsSince1970 == nil)
    }
    let now = Date.wholeMicrosecond()
    #expect(now.roundedToMicroseconds == now)
  }

  @Test func storedValuesHaveOneOrder() {
    let ordered: [StoredValue] = [
      .null, .bool(false), .bool(true), .real(-.infinity), .integer(.min), .decimal(-1), .real(-0.5), .integer(0),
      .decimal(Decimal(string: "0.1") ?? 0), .real(0.1), .integer(1), .integer(4_611_686_018_427_387_903),
      .real(4_611_686_018_427_387_904), .integer(4_611_686_018_427_387_905), .real(1e300), .real(.infinity),
      .text(""), .text("A"), .text("a"), .text("a\u{301}"), .text("z"), .text("á"), .text("\u{FFFD}"), .text("𝄞"),
      .data(Data()), .data(Data([0])), .data(Data([1])),
      .uuid(UUID(uuid: uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
      .date(microseconds: -1), .date(microseconds: 0), .json(.null), .json(["a"]), .list([]), .list([.integer(1)]),
    ]
    for (left, one) in ordered.enumerated() {
      for (right, other) in ordered.enumerated() {
        let expected: ComparisonResult =
          left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
        #expect(one.compared(to: other) == expected, "\(one) \(other)")
        #expect((one == other) == (left == right))
      }
    }
    #expect(StoredValue.text("á") != .text("a\u{301}"))
    #expect(Set([StoredValue.text("á"), .text("a\u{301}")]).count == 2)
    let oneTenth = Decimal(sign: .plus, exponent: -2, significand: 10)
    #expect(Set([StoredValue.decimal(oneTenth), .decimal(Decimal(string: "0.1") ?? 0)]).count == 1)
    #expect(StoredValue.integer(1).compared(to: .real(1)) == .orderedSame && StoredValue.integer(1) != .real(1))
  }

  @Test func derivedKeysAreTheSameEverywhere() throws {
    let dns = try #require(UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    // The example of RFC 9562, A.4.
    #expect(UUID.derived(from: dns, for: "www.example.com").uuidString == "2ED6657D-E927-568B-95E1-2665A8AEA6A2")
    let keys = [
      UUID.derived(from: "a", for: "b"), .derived(from: "ab", for: ""), .derived(from: "", for: "ab"),
      .derived(from: Int64(1), for: "x"), .derived(from: "1", for: "x"),
      .derived(from: Seat.PrimaryKey(row: 1, number: 23), for: "x"), .derived(from: Seat.PrimaryKey(row: 12, number: 3), for: "x"),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(UUID.derived(from: Int64(1), for: "x").uuidString == "CDA3F068-614D-5042-819E-4D61475D828B")
    let times = (0..<50).map { _ in UUID.v7() }
    for id in times.map(\.uuidString) {
      #expect(id.dropFirst(14).first == "7" && "89AB".contains(id.dropFirst(19).prefix(1)))
    }
    #expect(times.first.map { $0.uuidString.prefix(8) <= (times.last?.uuidString.prefix(8) ?? "") } == true)
  }

  @Test func newtypesHoldTheirConstraints() throws {
    let violation = ConstraintViolation(type: "Email", rule: "length(3...254)", found: "text")
    #expect(violation.localizedDescription == "Email: expected a value that satisfies length(3...254), found text that does not")
    #expect(try Email("a@b").rawValue == "a@b")
    #expect(throws: ConstraintViolation(type: "Email", rule: "length(3...254)", found: "text")) { try Email("ab") }
    #expect(throws: ConstraintViolation(type: "Email", rule: "pattern(\".+@.+\")", found: "text")) { try Email("abc") }
    #expect(throws: ConstraintViolation(type: "Stars", rule: "range(1...5)", found: "an integer")) { try Stars(6) }
    #expect(throws: ConstraintViolation(type: "Price", rule: "range(0...1000000)", found: "an integer")) {
      try Price(Currency(storedInteger: -1))
    }
    #expect(try Price(1_000_000).rawValue == 1_000_000)
    #expect(Stars(rawValue: 0) == nil && Stars(rawValue: 5) != nil)
    // Four scalars, one of them combining; by characters it would be too short.
    #expect(Email(rawValue: "e\u{301}@a") != nil)
    #expect("\(try Stars(3))" == "3")
    let data = try JSONEncoder().encode([try Stars(3)])
    #expect(String(decoding: data, as: UTF8.self) == "[3]")
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Stars].self, from: Data("[6]".utf8)) }
  }

  @Test func sensitiveValuesAreNotPrinted() {
    let model = Scalars(words: ["w"], home: Address(city: "Nara"), secret: "hunter2")
    var dumped = ""
    dump([model], to: &dumped)
    for text in ["\(model)", String(reflecting: model), dumped] {
      #expect(!text.contains("hunter2") && text.contains("Nara"), "\(text)")
    }
  }

  private func check<Value: Storable>(_ value: Value, by isSame: (Value, Value) -> Bool = { $0 == $1 }) {
    let sink = ValueRowSink(columnCount: 1)
    let fault = sink.write { row in
      value.write(to: &row, at: 0)
      _ = row.finishRow()
      return row.fault
    }
    #expect(fault == nil)
    #expect(sink.rows == [[value._storedValue]])
    let read = ValueRowCursor(sink.rows).read { row in
      _ = row.next()
      return (Value(row: &row, at: 0), row.fault)
    }
    #expect(read.1 == nil && isSame(read.0, value), "\(String(describing: value).prefix(60))")
  }

  private func fault(writing value: some Storable) -> RowFault.Reason? {
    ValueRowSink(columnCount: 1).write { row in
      value.write(to: &row, at: 0)
      return row.fault?.reason
    }
  }

  private func fault<Value: Storable>(reading type: Value.Type, _ value: StoredValue) -> RowFault.Reason? {
    ValueRowCursor([[value]]).read { row in
      _ = row.next()
      _ = Value(row: &row, at: 0)
      return row.fault?.reason
    }
  }
}

extension String {
  fileprivate func hasSameUTF8(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
