import IgataRuntime
import TestSupport

/// JSON beside what its numbers are, said by hand.
indirect enum JSONTree: Sendable {
  case null
  case bool(Bool)
  case number(String, Int64?, decimal: String?, Double)
  case string(String)
  case array([JSONTree])
  case object([(String, JSONTree)])

  enum Step: Sendable {
    case name(String)
    case index(Int)
  }

  static let names = ["a", "b", "é", "e\u{301}", "", "a.b", "0", "\"", "日本"]
  static let strings = ["", "a", "A", "1", "null", "é", "e\u{301}", "a\"b\\c", "\u{1F469}\u{200D}\u{1F680}", "true"]
  private static let numbers: [JSONTree] = [
    .number("0", 0, decimal: "0", 0), .number("-0", 0, decimal: "0", 0), .number("1", 1, decimal: "1", 1),
    .number("1.0", 1, decimal: "1", 1), .number("100e-2", 1, decimal: "1", 1), .number("1E2", 100, decimal: "100", 100),
    .number("-1.5e3", -1500, decimal: "-1500", -1500), .number("0.1", nil, decimal: "0.1", 0.1),
    .number("9223372036854775807", .max, decimal: "9223372036854775807", 0x1p63),
    .number("9223372036854775808", nil, decimal: "9223372036854775808", 9223372036854775808),
    .number("-9223372036854775808", .min, decimal: "-9223372036854775808", -9223372036854775808),
    .number(
      "12345678901234567890123456789012345678", nil, decimal: "12345678901234567890123456789012345678",
      12345678901234567525491324606797053952),
    .number(
      "0.1234567890123456789012345678901234567891", nil, decimal: nil, 0.1234567890123456789012345678901234567891),
    .number("5e-324", nil, decimal: nil, .leastNonzeroMagnitude),
    .number("1.7976931348623157e308", nil, decimal: nil, .greatestFiniteMagnitude),
    .number("9007199254740993", 9007199254740993, decimal: "9007199254740993", 9007199254740992),
    .number("2.50", nil, decimal: "2.5", 2.5),
  ]

  static func random(_ random: inout SplitMix64, depth: Int = 3) -> JSONTree {
    switch random.below(depth > 0 ? 12 : 6) {
    case 0: return .null
    case 1: return .bool(random.chance(50))
    case 2, 3: return random.element(numbers)
    case 4, 5: return .string(random.element(strings))
    case 6, 7: return .array((0..<random.below(4)).map { _ in JSONTree.random(&random, depth: depth - 1) })
    default:
      let names = names.filter { $0 == "a" || random.chance(30) }
      return .object(names.map { ($0, JSONTree.random(&random, depth: depth - 1)) })
    }
  }

  subscript(path: [Step]) -> JSONTree? {
    path.reduce(self) { tree, step in
      switch (tree, step) {
      case (.object(let members)?, .name(let name)): members.first { $0.0.utf8.elementsEqual(name.utf8) }?.1
      case (.array(let elements)?, .index(let index)): elements.indices.contains(index) ? elements[index] : nil
      default: nil
      }
    }
  }

  enum Form: String, CaseIterable, Sendable { case string, int64, double, decimal, bool }

  /// What a typed read returns.
  func read(_ form: Form) -> Plain {
    switch (self, form) {
    case (.string(let text), .string): .text(text)
    case (.number(_, let number?, _, _), .int64): .integer(number)
    case (.number(_, _, let digits?, _), .decimal): Exact(digits).map { .number($0) } ?? .null
    case (.number(_, _, _, let number), .double): .real(number)
    case (.bool(let value), .bool): .bool(value)
    default: .null
    }
  }

  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text, _, _, _): text
    case .string(let text): Self.quoted(text)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { Self.quoted($0.0) + ":" + $0.1.text }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// The value with its members in one order, as text; of equal keys for Foundation, both remain.
  var canonical: String {
    switch self {
    case .number(_, _, _, let number): "\(number + 0)"
    case .array(let elements): "[" + elements.map(\.canonical).joined(separator: ",") + "]"
    case .object(let members): Self.canonical(members.map { ($0.0, $0.1.canonical) })
    case .null, .bool, .string: text
    }
  }

  static func canonical(_ json: JSON) -> String {
    switch json {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let number): "\((Double(number.description) ?? .nan) + 0)"
    case .string(let text): quoted(text)
    case .array(let elements): "[" + elements.map { canonical($0) }.joined(separator: ",") + "]"
    case .object(let object): canonical(object.members.map { ($0.key, canonical($0.value)) })
    }
  }

  private static func canonical(_ members: [(String, String)]) -> String {
    let sorted = members.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    return "{" + sorted.map { quoted($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
  }
}
