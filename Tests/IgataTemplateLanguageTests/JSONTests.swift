import IgataDiagnostics
import IgataTemplateLanguage
import Testing

@Suite struct JSONTests {
  @Test func fixtures() throws {
    for fixture in try Fixture.all(in: "json.json") {
      let text = fixture.text("text") ?? ""
      let (json, diagnostics) = parseJSON(SourceFile(name: "a.json", text: text), file: 0)
      let errors = diagnostics.map { "\($0.range.described(in: text)) \($0.kind): \($0.message)" }
      #expect(errors == fixture.list("errors"), "\(fixture.testDescription)")
      #expect(json.map { dump($0, text) } == fixture.text("dump"), "\(fixture.testDescription)")
    }
  }

  /// The value with the range of each of its parts.
  private func dump(_ json: JSONValue, _ text: String) -> String {
    let range = json.range.described(in: text)
    switch json {
    case .null: return "null \(range)"
    case .flag(let isOn, _): return "\(isOn) \(range)"
    case .number(let number, _): return "\(number) \(range)"
    case .text(let value, _): return "\(value.debugDescription) \(range)"
    case .list(let values, _): return "[\(values.map { dump($0, text) }.joined(separator: ", "))] \(range)"
    case .object(let members, _):
      let parts = members.map {
        "\($0.keyRange.described(in: text)) \($0.key.debugDescription): \(dump($0.value, text))"
      }
      return "{\(parts.joined(separator: ", "))} \(range)"
    }
  }

  @Test func bytesThatAreNoUTF8() {
    let bytes = Array("[\"".utf8) + [0xFF] + Array("\"]".utf8)
    let (json, diagnostics) = parseJSON(SourceFile(name: "a.json", bytes: bytes))
    #expect(json == nil)
    #expect(diagnostics.map(\.message) == ["the string is not valid UTF-8"])
    #expect(diagnostics.map(\.range.start) == [1])
    #expect(parseJSON(SourceFile(name: "a.json", bytes: [0xEF, 0xBB, 0xBF] + "1".utf8)).diagnostics.isEmpty)
  }

  @Test func nestingIsBounded() {
    for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
      func nested(_ depth: Int) -> [Diagnostic] {
        let text = String(repeating: opening, count: depth) + "0" + String(repeating: closing, count: depth)
        return parseJSON(SourceFile(name: "a.json", text: text)).diagnostics
      }
      #expect(nested(256).isEmpty)
      #expect(nested(257).map(\.kind.id) == ["deep-json"])
      #expect(nested(100_000).map(\.kind.id) == ["deep-json"])
    }
  }
}
