import Foundation
import IgataRuntime
import TestSupport
import Testing

struct ValuesJSONTests {
  @Test func textsAreReadAndWrittenCanonically() throws {
    let table: [(text: String, canonical: String)] = [
      ("null", "null"), (" true ", "true"), ("-0", "0"), ("1.50", "1.5"), ("1e2", "100"), ("1E+300", "1e300"),
      ("12345678901234567890.123456789", "12345678901234567890.123456789"), ("1e-7", "0.0000001"), ("-1e-8", "-1e-8"),
      ("\"a\\u0041\\n\\/\"", "\"aA\\n/\""), ("\"\\ud834\\udd1e\"", "\"𝄞\""),
      ("\"\\u0000\\u001f\"", "\"\\u0000\\u001f\""),
      ("[ ]", "[]"), ("[1 ,\n2]", "[1,2]"), ("{\"b\":1,\"a\":{}}", "{\"a\":{},\"b\":1}"),
      ("{\"\\u00e1\":1,\"a\\u0301\":2}", "{\"a\u{301}\":2,\"á\":1}"), ("9007199254740993", "9007199254740993"),
    ]
    for (text, canonical) in table {
      let value = try JSON(parsing: text)
      #expect(value.text.utf8.elementsEqual(canonical.utf8), "\(value) \(canonical)")
      #expect(try JSON(parsing: value.text) == value)
      let coded = try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(value))
      if !text.contains("\\u0301") { #expect(coded == value, "\(coded) \(value)") }
    }
  }

  @Test func invalidJSONIsRejectedWithItsOffset() {
    let table: [(text: String, offset: Int)] = [
      ("", 0), ("  ", 2), ("nul", 0), ("truefalse", 4), ("1 2", 2), ("01", 0), ("1.", 0), (".5", 0), ("-", 0),
      ("+1", 0),
      ("1e999999999999", 0), ("1e20001", 0), ("[1,]", 3), ("[1 2]", 3), ("[", 1), ("{\"a\"}", 4), ("{\"a\":1,}", 7),
      ("{a:1}", 1), ("{\"a\":1,\"a\":2}", 13), ("\"", 1), ("\"\n\"", 1), ("\"\\x\"", 2), ("\"\\u12\"", 5),
      ("\"\\ud834\"", 7), ("\"\\udd1e\"", 7), ("\"\\ud834\\u0041\"", 13), ("nan", 0), ("'a'", 0),
      (String(repeating: "[", count: 100_000), 100),
    ]
    for (text, offset) in table {
      let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
      #expect(error?.offset == offset, "\(text.prefix(30)): \(String(describing: error))")
    }
    #expect(throws: JSONError(reason: "this text is not UTF-8", offset: 1)) { try JSON(parsing: [0x22, 0xFF, 0x22]) }
    let limit = JSON.nestingLimit
    let deep = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect((try? JSON(parsing: deep))?.text == deep)
  }

  @Test func everyValueIsReadBack() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<300 {
      let value = Self.value(depth: 0, &random)
      expectEqual(try JSON(parsing: value.text), value)
      expectEqual(value.hashValue, try JSON(parsing: value.bytes).hashValue)
    }
  }

  @Test func brokenTextsNeverCrash() throws {
    var random = SplitMix64(seed: 12)
    for _ in 0..<2000 {
      var bytes = Self.value(depth: 0, &random).bytes
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      _ = try? JSON(parsing: bytes)
    }
  }

  @Test func valuesAreBuiltAndTakenApart() {
    var value: JSON = ["name": "x", "list": [1, 2.5, .null, true]]
    #expect(value["list"]?[1] == 2.5 && value["list"]?[9] == nil && value["nothing"] == nil && value[0] == nil)
    if case .object(var object) = value {
      object["name"] = nil
      object["added"] = "y"
      object["list"] = []
      value = .object(object)
    }
    #expect(value.text == "{\"added\":\"y\",\"list\":[]}")
    #expect(JSON.Number(Double.infinity) == nil && JSON.Number(Decimal.nan) == nil)
    #expect(
      JSON.Number(0.1).map { $0.decimal == Decimal(string: "0.1") && $0.double == 0.1 && $0.int64 == nil } == true)
    #expect(JSON.Number(.min).int64 == .min)
    #expect((1 as JSON) == (1.0 as JSON))
    #expect(JSON.object(JSON.Object([(key: "a", value: 1), (key: "a", value: 2)])).text == "{\"a\":2}")
  }

  private static func value(depth: Int, _ random: inout SplitMix64) -> JSON {
    switch Int.random(in: 0...(depth > 4 ? 3 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2:
      let double = Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
      return JSON.Number(double).map { .number($0) }
        ?? .number(JSON.Number(Int64.random(in: .min ... .max, using: &random)))
    case 3: return .string(text(&random))
    case 4, 5: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth + 1, &random) })
    default:
      return .object(
        JSON.Object(
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            (key: text(&random), value: value(depth: depth + 1, &random))
          }))
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
      text.unicodeScalars.append(scalar ?? "\\")
    }
    return text
  }
}
