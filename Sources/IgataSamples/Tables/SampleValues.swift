internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// Values of a column that are worth a row: extremes, texts that programs trip over, and the values at which the rules
/// of the next version begin and end.
struct SampleValues {
  private let column: ColumnDescription
  /// Values to try in turn, all of which the column accepts.
  private let edges: [StoredValue]

  /// - Parameter next: The columns that get the values in the next version.
  init(_ column: ColumnDescription, next: [ColumnDescription]) {
    self.column = column
    var edges = next.flatMap { Self.halves(column.type, $0.type) } + ([column] + next).flatMap(Self.bounds)
    // What the next type takes, as this one writes it.
    for other in next where other.type != column.type { edges += Self.edges(of: other.type).compactMap(\.asText) }
    if next.contains(where: { [.date, .day].contains($0.type.storage) }) { edges += Self.dateTexts.map { .text($0) } }
    edges += Self.edges(of: column.type)
    var seen: Set<StoredValue> = []
    self.edges = edges.compactMap { Self.fitted($0, column.type) }.filter {
      column.accepts($0) && seen.insert($0).inserted
    }
  }

  /// - Parameters:
  ///   - turn: The edges are taken in turn, beginning with this one.
  ///   - isRandom: Whether the value must not be one of few.
  func value(_ turn: Int, isRandom: Bool, _ random: inout SampleRandom) -> StoredValue {
    if !isRandom, !edges.isEmpty, turn < edges.count || !random.isOnce(in: 3) { return edges[turn % edges.count] }
    for _ in 0..<20 {
      let value = Self.random(column.type, column.constraints, &random)
      if column.accepts(value) { return value }
    }
    return edges.isEmpty ? .null : edges[random.index(below: edges.count)]
  }

  var count: Int { edges.count }

  // MARK: Edges

  private static let texts = [
    "", " ", "a", "'", "\"", "a'b\"c;--", "NULL", "0", "-1", "007", " 1", "+1", ".5", "1.5", "1e3", "e\u{301}",
    "\u{E9}", "\u{1F469}\u{200D}\u{1F467}", "\u{202E}abc", "line\nbreak\ttab", "%_\\", "{value}", "\u{FFFD}",
    "\u{65E5}\u{672C}", "true", "2024-02-29T12:30:00Z", "https://example.com/?b=1",
    "6B1E6F0A-5D0C-4F27-9D7B-38E1520BC496", "9223372036854775807", "9223372036854775808",
    String(repeating: "long ", count: 60),
  ]
  private static let integers: [Int64] = [
    0, 1, -1, 5, 15, 25, -25, 50, 149, 150, 250, 1_000, 12_345, -98_765, 1 << 24, 1 << 53, .max, .min,
  ]
  private static let reals: [Double] = [0, 1, -1, 0.5, 1.5, 2.5, -2.5, 0.125, 0.1, 1e15, -1e300, 5e-100, .infinity]
  private static let decimals = [
    "0", "1", "-1", "0.5", "1.5", "2.5", "-0.005", "1.25", "99.995", "123456789012345678901234567890",
  ]
  private static let dates: [Int64] = [
    0, 1, -1, 1_704_067_200_123_456, -62_135_596_800_000_000, 253_402_300_799_999_999,
  ]
  private static let dateTexts = [
    "2024-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z", "2023-02-30T00:00:00Z", "2024-02-29T12:30:00.5+02:00",
    "2024-02-29", "2023-02-29", "0000-01-01", "2024-2-9", "2024-05-27 ",
  ]
  private static let documents = ["{}", "[]", "null", "\"a'b\"", "{\"a\":[1,2.5,null,\"x\"]}"]

  private static func edges(of type: ColumnType) -> [StoredValue] {
    switch type {
    case .stringEnum(let cases, let isOpen): (cases + (isOpen ? ["another"] : [])).map { .text($0) }
    case .integerEnum(let cases, _, let isOpen): (cases + (isOpen ? [77] : [])).map { .integer($0) }
    case .list(let element):
      [.list([])] + edges(of: element).prefix(12).map { .list([$0]) } + [.list(Array(edges(of: element).prefix(3)))]
    case .scalar(let scalar): edges(of: scalar)
    }
  }

  private static func edges(of scalar: Scalar) -> [StoredValue] {
    switch scalar.storage {
    case .bool: [.bool(false), .bool(true)]
    case .integer:
      integers.map { .integer($0) }
        + (scalar.bounds.map { [.integer($0.lowerBound), .integer($0.upperBound)] } ?? [])
    case .real: reals.map { .real(scalar == .float ? Double(Float($0)) : $0) }
    case .decimal: decimals.compactMap { Decimal(exactly: $0).map { .decimal($0) } }
    case .text: scalar == .url ? ["https://example.com/", "file:///a%20b"].map { .text($0) } : texts.map { .text($0) }
    case .data: [Data(), Data([0]), Data([0xFF, 0x00, 0x27]), Data(repeating: 7, count: 16)].map { .data($0) }
    case .date: dates.map { .date(microseconds: $0) }
    case .day: [Day.first, .last, Day(_literal: "2024-02-29"), Day(_literal: "1969-12-31")].map { .day($0) }
    case .uuid: [UInt8(0), 0xFF].map { .uuid(UUID(bytes: Array(repeating: $0, count: 16), version: 4)) }
    case .json: documents.compactMap { (try? JSON(parsing: $0)).map { .json($0) } }
    case .list: []
    }
  }

  /// The values at the bounds of a column, and those just outside.
  private static func bounds(of column: ColumnDescription) -> [StoredValue] {
    let bounds = column.constraints
    var values: [StoredValue] = []
    for length in [bounds.minimumLength, bounds.maximumLength].compactMap(\.self) {
      for length in [length - 1, length, length + 1] where length >= 0 && length < 10_000 {
        switch column.type {
        case .list(let element):
          if let one = edges(of: element).first { values.append(.list(Array(repeating: one, count: length))) }
        case .scalar where column.type.storage == .data: values.append(.data(Data(repeating: 1, count: length)))
        default: values += ["x", "\u{E9}"].map { .text(String(repeating: $0, count: length)) }
        }
      }
    }
    var limits = [bounds.minimum, bounds.maximum].compactMap { $0.flatMap { Double($0) } }
    if case .scalar(let scalar) = column.type, let range = scalar.bounds {
      limits += [Double(range.lowerBound), Double(range.upperBound)]
    }
    for number in limits { values += [number - 1, number, number + 1].map { .real($0) } }
    return values
  }

  /// Numbers that are halfway between two of the next type.
  private static func halves(_ old: ColumnType, _ new: ColumnType) -> [StoredValue] {
    guard old.storage == .integer, new.scale < old.scale else { return [] }
    let half = old.scale / new.scale / 2
    return [half, 3 * half, -half, -3 * half, half - 1, half + 1].map { .integer($0) }
  }

  /// A value as a type has it; `nil` if the type has none like it.
  private static func fitted(_ value: StoredValue, _ type: ColumnType) -> StoredValue? {
    switch (type.storage, value) {
    case (.text, .text), (.data, .data), (.bool, .bool), (.date, .date), (.day, .day), (.uuid, .uuid), (.json, .json),
      (.list, .list), (.integer, .integer), (.decimal, .decimal), (.real, .real):
      value
    case (.integer, .real(let number)): Int64(exactly: (number * Double(type.scale)).rounded()).map { .integer($0) }
    case (.real, .integer(let number)): .real(Double(number))
    case (.decimal, .real(let number)): Decimal(exactly: number.description).map { .decimal($0) }
    case (.text, .integer(let number)): .text(String(number))
    default: nil
    }
  }

  // MARK: Random values

  private static func random(
    _ type: ColumnType, _ bounds: ColumnConstraints, _ random: inout SampleRandom
  ) -> StoredValue {
    switch type {
    case .stringEnum(let cases, _): .text(cases.isEmpty ? "" : cases[random.index(below: cases.count)])
    case .integerEnum(let cases, _, _): .integer(cases.isEmpty ? 0 : cases[random.index(below: cases.count)])
    case .list(let element):
      .list(
        (0..<(bounds.minimumLength ?? 0) + random.index(below: 3)).map { _ in self.random(element, .none, &random) })
    case .scalar(let scalar): self.random(scalar, bounds, &random)
    }
  }

  private static func random(
    _ scalar: Scalar, _ bounds: ColumnConstraints, _ random: inout SampleRandom
  ) -> StoredValue {
    switch scalar.storage {
    case .bool: return .bool(random.isOnce(in: 2))
    case .integer:
      let (least, greatest) = (bounds.minimum.flatMap { Double($0) }, bounds.maximum.flatMap { Double($0) })
      let scale = Double(scalar.scale)
      let lower = max((least ?? -30_000) * scale, -9e18)
      let upper = min((greatest ?? max(lower / scale, 0) + 30_000) * scale, 9e18)
      return .integer(random.integer(in: Int64(lower)...max(Int64(lower), Int64(upper))))
    case .real: return .real(Double(Float(random.index(below: 1_000_000)) / 64))
    case .decimal:
      let digits: Int = if case .decimal(_, let digits?) = scalar { min(digits, 4) } else { 4 }
      let units = Decimal(random.index(below: 10_000))
      return .decimal(digits == 0 ? units : units / Decimal(sign: .plus, exponent: digits, significand: 1))
    case .text:
      let least = max(bounds.minimumLength ?? 0, 1)
      let text = String(random.next(), radix: 36)
      let padded = text + String(repeating: "x", count: max(least - text.count, 0))
      let limited = String(padded.prefix(bounds.maximumLength ?? .max))
      return .text(scalar == .url ? "https://example.com/\(limited)" : limited)
    case .data:
      let count = min(max(bounds.minimumLength ?? 0, 8), bounds.maximumLength ?? 8)
      return .data(Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    case .date: return .date(microseconds: 1_600_000_000_000_000 + Int64(random.index(below: 200_000_000)) * 1_000_003)
    case .day: return .day(Day(daysSince1970: random.index(below: 30_000)) ?? .first)
    case .uuid:
      return .uuid(UUID(bytes: (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) }, version: 4))
    case .json: return .json((try? JSON(parsing: "{\"n\":\(random.index(below: 1000))}")) ?? .null)
    case .list: return .list([])
    }
  }
}

extension StoredValue {
  /// The value as a text that could be read as it.
  fileprivate var asText: StoredValue? {
    switch self {
    case .integer(let number): .text(String(number))
    case .uuid(let uuid): .text(uuid.uuidString)
    case .decimal(let number): .text(number.canonicalText)
    case .day(let day): .text(day.description)
    case .text: self
    default: nil
    }
  }
}
