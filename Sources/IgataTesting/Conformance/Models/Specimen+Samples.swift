internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Specimen {
  /// The bounds of every type.
  static var extremes: [Specimen] {
    var least = Specimen()
    least.small = .min
    least.medium = .min
    least.large = .min
    least.plain = .min
    least.single = -.greatestFiniteMagnitude
    least.double = -.greatestFiniteMagnitude
    least.exact = Decimal(string: "-12345678901234567890.123456789") ?? 0
    least.money = .min
    least.rate = .min
    least.at = Date(microsecondsSince1970: -62_135_596_800_000_000)
    least.maybeLarge = .min
    least.maybeDouble = -.infinity
    least.numbers = [.min, 0, .max]
    let ones = UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))
    var greatest = Specimen(id: ones)
    greatest.flag = true
    greatest.small = .max
    greatest.medium = .max
    greatest.large = .max
    greatest.plain = .max
    greatest.single = .greatestFiniteMagnitude
    greatest.double = .greatestFiniteMagnitude
    greatest.exact = Decimal(string: "99999999999999999999999999999999999999") ?? 0
    greatest.money = .max
    greatest.rate = .max
    greatest.at = Date(microsecondsSince1970: 253_402_300_799_999_999)
    greatest.bytes = Data(0...255)
    greatest.maybeLarge = .max
    greatest.maybeDouble = .infinity
    greatest.day = .last
    greatest.maybeDay = .first
    var tiny = Specimen(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    tiny.single = .leastNonzeroMagnitude
    tiny.double = .leastNonzeroMagnitude
    tiny.exact = Decimal(string: "0.00000000000000000000000000000000000001") ?? 0
    tiny.maybeDouble = 0.1 + 0.2
    tiny.maybeDate = Date(microsecondsSince1970: -1)
    tiny.maybeBytes = Data()
    tiny.note = ""
    tiny.maybeID = UUID()
    return [least, greatest, tiny]
  }

  /// Values from small sets, so that rows have many values in common and conditions are true for some of them.
  static func random(using generator: inout SeededGenerator) -> Specimen {
    var specimen = Specimen(id: .random(using: &generator))
    specimen.flag = .random(using: &generator)
    specimen.small = .random(in: -3...3, using: &generator)
    specimen.medium = .random(in: -3...3, using: &generator)
    specimen.large = .random(in: -5...5, using: &generator)
    specimen.plain = .random(in: -5...5, using: &generator)
    specimen.single = Float(Int.random(in: -4...4, using: &generator)) / 2
    specimen.double = Double(Int.random(in: -40...40, using: &generator)) / 8
    specimen.exact = Decimal(Int.random(in: -500...500, using: &generator)) / 100
    specimen.money = Currency(storedInteger: .random(in: -3000...3000, using: &generator))
    specimen.rate = Rate(storedInteger: .random(in: -30...30, using: &generator))
    specimen.text = texts.randomElement(using: &generator) ?? ""
    specimen.bytes = Data([.random(in: 0...2, using: &generator), .random(in: 0...2, using: &generator)])
    specimen.at = Date(microsecondsSince1970: .random(in: -5...5, using: &generator) * 1_500_000)
    specimen.link = maybe(&generator) { URL(string: "https://example.com/\(Int.random(in: 0...3, using: &$0))") } ?? nil
    specimen.json = [.null, true, 1, "text", [1, 2], ["key": "value"]].randomElement(using: &generator) ?? .null
    specimen.email = maybe(&generator) { Email(_trusted: "\("abc".randomElement(using: &$0) ?? "a")@example.com") }
    specimen.level = Level.allCases.randomElement(using: &generator) ?? .low
    specimen.phase = [.open, .closed, .other("later")].randomElement(using: &generator) ?? .open
    specimen.numbers = (0..<Int.random(in: 0...2, using: &generator)).map { Int64($0) }
    specimen.words = Array(texts.prefix(.random(in: 0...2, using: &generator)))
    specimen.levels = Array(Level.allCases.prefix(.random(in: 0...3, using: &generator)))
    specimen.note = maybe(&generator) { texts.randomElement(using: &$0) ?? "" }
    specimen.maybeLarge = maybe(&generator) { .random(in: -3...3, using: &$0) }
    specimen.maybeDouble = maybe(&generator) { Double(Int.random(in: -4...4, using: &$0)) / 4 }
    specimen.maybeDate = maybe(&generator) { Date(microsecondsSince1970: .random(in: -3...3, using: &$0)) }
    specimen.maybeID = maybe(&generator) { .random(using: &$0) }
    specimen.maybeFlag = maybe(&generator) { .random(using: &$0) }
    specimen.maybeMoney = maybe(&generator) { Currency(storedInteger: .random(in: -3...3, using: &$0)) }
    specimen.maybeBytes = maybe(&generator) { Data([.random(in: 0...1, using: &$0)]) }
    specimen.maybeExact = maybe(&generator) { Decimal(Int.random(in: -30...30, using: &$0)) / 10 }
    specimen.day = day(&generator)
    specimen.maybeDay = maybe(&generator) { day(&$0) }
    return specimen
  }

  /// Days before and after 1970, a leap day among them.
  private static func day(_ generator: inout SeededGenerator) -> Day {
    Day(daysSince1970: [-719_162, -1, 0, 19_782, 19_783].randomElement(using: &generator) ?? 0) ?? .first
  }

  static let texts = [
    "", "a", "A", "ab", "AB", "aB", "abc", "b", "z", "Z", "é", "e\u{301}", "É", "%", "_", "a%b", "a_b", "100%", "日本語",
    "日本", "👍", "ﬀ", "\\", "'", "ß",
  ]

  private static func maybe<Value>(
    _ generator: inout SeededGenerator, _ make: (inout SeededGenerator) -> Value
  ) -> Value? {
    Int.random(in: 0..<3, using: &generator) == 0 ? nil : make(&generator)
  }
}

extension UUID {
  fileprivate static func random(using generator: inout SeededGenerator) -> UUID {
    func byte() -> UInt8 { UInt8.random(in: 0...255, using: &generator) }
    return UUID(
      uuid: (
        byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
        byte(), byte()
      ))
  }
}

extension Bench {
  /// Saves random rows, the same for the same seed.
  func makeRows() async throws -> [Specimen] {
    var generator = SeededGenerator(seed: seed)
    let rows = (0..<120).map { _ in Specimen.random(using: &generator) }
    try await store.save(rows)
    return rows
  }
}
