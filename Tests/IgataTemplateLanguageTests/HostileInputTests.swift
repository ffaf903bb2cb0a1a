import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTemplateLanguage

/// No template and no data may crash, hang, or take more than linear time.
@Suite struct HostileInputTests {
  @Test func hugeInputs() {
    let count = 1 << 18
    let templates: [(text: String, most: Int)] = [
      (String(repeating: "{{", count: count), 1_000),
      (String(repeating: "{{a}}", count: count), 0),
      (String(repeating: "{{#a}}", count: count), 1),
      (String(repeating: "{{/a}}", count: count), 1_000),
      (String(repeating: "{{#a}}{{/a}}", count: count), 0),
      (String(repeating: " ", count: count) + "{{! x }}" + String(repeating: " \n", count: count), 0),
      ("{{<p}}" + (0..<10_000).map { "{{$b\($0)}}x{{/b\($0)}}" }.joined() + "{{/p}}", 0),
      ("{{" + String(repeating: "a", count: count), 1),
      ("{{" + String(repeating: "a.", count: count) + "a}}", 0),
      ("{{$b}}" + String(repeating: "\n", count: count) + "{{/b}}", 0),
      ("{{=" + String(repeating: "{", count: count) + " }=}}", 1),
    ]
    for (text, most) in templates {
      let (template, diagnostics) = compile(SourceFile(name: "huge", text: text), as: "main")
      #expect(diagnostics.count <= most, "\(text.prefix(10))")
      var renderer = Renderer(TemplateSet([template]), options: RenderOptions(mode: .lenient))
      var output: [UInt8] = []
      #expect(throws: Never.self, "\(text.prefix(10))") { try renderer.render("main", value: .null, into: &output) }
    }
  }

  @Test func nestingOfSectionsIsBounded() {
    func nested(_ depth: Int) -> [String] {
      let text = String(repeating: "{{#a}}", count: depth) + String(repeating: "{{/a}}", count: depth)
      return compile(SourceFile(name: "deep", text: text), as: "main").1.map(\.kind.id)
    }
    #expect(nested(256) == [])
    #expect(nested(257) == ["deep-template"])
  }

  private static let indentation = String(repeating: " ", count: 10_000)

  /// Templates of which a rendering would take 2^60 steps, or print more than any disk holds.
  private static let endless: [(name: String, main: String, other: @Sendable (Int) -> String)] = [
    ("partials", "{{>t0}}", { "{{>t\($0 + 1)}}{{>t\($0 + 1)}}" }),
    ("parents", "{{<t0}}{{/t0}}", { String(repeating: "{{<t\($0 + 1)}}{{$b}}x{{/b}}{{/t\($0 + 1)}}", count: 2) }),
    ("blocks", "{{<t0}}{{$b0}}x{{/b0}}{{/t0}}", {
      "{{$b\($0)}}{{>t\($0 + 1)}}{{/b\($0)}}{{>t\($0 + 1)}}{{>t\($0 + 1)}}"
    }),
    ("variables", String(repeating: "{{text}}", count: 20_000), { _ in "" }),
    ("forms", "{{text" + String(repeating: ".upperCase", count: 20_000) + "}}", { _ in "" }),
    ("lines", String(repeating: " ", count: 60_000) + "{{>t0}}\n", { _ in String(repeating: "x\n", count: 20_000) }),
    ("indented partials", String(repeating: "\(indentation){{>t0}}\n", count: 500), { _ in "" }),
  ]

  @Test(arguments: endless.indices) func templatesThatMultiply(_ index: Int) {
    let (name, main, other) = Self.endless[index]
    let templates = [compile(SourceFile(name: "main", text: main), as: "main").0] + (0..<60).map { index in
      compile(SourceFile(name: "t", text: other(index)), as: "t\(index)").0
    }
    var options = RenderOptions(mode: .lenient)
    options.limits = RenderLimits(steps: 1 << 20, output: 1 << 24)
    var renderer = Renderer(TemplateSet(templates), options: options)
    var output: [UInt8] = []
    let data: TemplateValue = .view(JSONView(Shape("text"), [.text(String(repeating: "a", count: 1_000))]))
    do {
      try renderer.render("main", value: data, into: &output)
      Issue.record("a rendering without an end has ended: \(name)")
    } catch {
      #expect(error.diagnostics.map(\.kind) == [.endlessRendering], "\(name)")
      #expect(renderer.output.count < 1 << 25 && output.isEmpty, "\(name)")
    }
  }

  /// Many renderings are no way around the limits.
  @Test(arguments: [("{{#list}}{{.}}{{/list}}", "2000 steps"), ("text", "1000 bytes")])
  func limitsAreThoseOfAllRenderings(_ text: String, _ limit: String) {
    var options = RenderOptions(mode: .lenient)
    options.limits = RenderLimits(steps: 2_000, output: 1_000)
    var renderer = Renderer(
      TemplateSet([compile(SourceFile(name: "main", text: text), as: "main").0]), options: options)
    var messages: [String] = []
    for _ in 0..<300 {
      var output: [UInt8] = []
      do throws(RenderError) {
        try renderer.render("main", value: .view(JSONView(Shape("list"), [.texts(["0", "1", "2", "3"])])), into: &output)
      } catch {
        messages += error.diagnostics.map(\.message)
      }
    }
    #expect(messages.last?.contains(limit) == true, "\(messages.suffix(1))")
  }

  /// Randomly composed templates, data and partials result in text, or in an error with a valid range.
  @Test func mutations() throws {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix64(seed: seed)
    let fixtures = try ["sections", "whitespace", "partials", "inheritance", "interpolation", "errors"].flatMap {
      try Fixture.all(in: $0 + ".json")
    }
    let texts = fixtures.flatMap { [$0.text("template") ?? ""] + $0.texts("partials").map(\.text) }
    var rendered = 0
    for _ in 0..<4_000 {
      var templates: [Template] = []
      for name in ["main", "p", "q", "a", "b", "text"] {
        let bytes = mutate(Array((texts.randomElement(using: &random) ?? "").utf8), &random)
        let (template, diagnostics) = compile(SourceFile(name: name, bytes: bytes), as: name)
        for range in diagnostics.map(\.range) {
          #expect(range.start >= 0 && range.start <= range.end && range.end <= bytes.count, "seed \(seed)")
        }
        templates.append(template)
      }
      let json = Array(randomJSON(depth: 4, &random).utf8)
      let data = parseJSON(SourceFile(name: "data", bytes: json)).value
      _ = parseJSON(SourceFile(name: "mutated", bytes: mutate(json, &random)))
      #expect(data != nil, "seed \(seed)")
      var options = RenderOptions(mode: random.next() % 4 == 0 ? .strict : .lenient, escape: .html)
      options.limits = RenderLimits(depth: 20, steps: 20_000, output: 1 << 16, indentation: 200)
      var renderer = Renderer(TemplateSet(templates), options: options)
      var output: [UInt8] = []
      do throws(RenderError) {
        try renderer.render("main", value: data.map { TemplateValue($0) } ?? .null, into: &output)
        rendered += 1
      } catch {
        #expect(output.isEmpty && !error.diagnostics.isEmpty, "seed \(seed)")
      }
    }
    #expect(rendered > 1_000, "seed \(seed)")
  }

  private func mutate(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    let pieces = [
      "{{", "}}", "{{#a}}", "{{/a}}", "{{>p}}\n", "  {{<q}}", "{{/q}}", "{{$b}}", "{{/b}}", "\n", "\u{FEFF}", ".",
    ]
    for _ in 0..<(random.next() % 4) {
      let offset = Int(random.next() % UInt64(bytes.count + 1))
      switch random.next() % 5 {
      case 0: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: offset)
      case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: offset)
      case 2: bytes.removeSubrange(offset..<min(bytes.count, offset + 3))
      case 3: bytes.append(contentsOf: bytes[..<offset])
      default: bytes.swapAt(bytes.count / 2 == bytes.count ? 0 : bytes.count / 2, min(offset, bytes.count - 1))
      }
      if bytes.isEmpty { bytes = Array("{{a}}".utf8) }
    }
    return bytes
  }

  private func randomJSON(depth: Int, _ random: inout SplitMix64) -> String {
    let keys = ["a", "b", "c", "s", "v", "x", "n", "kind", "children", "entries"]
    let scalars = ["null", "true", "false", "0", "1.50", "\"text\"", "\"p\"", "\"<&\\n\"", "\"\""]
    switch depth == 0 ? 3 : random.next() % 4 {
    case 0, 1:
      let members = keys.shuffled(using: &random).prefix(Int(random.next() % 6)).map {
        "\"\($0)\": \(randomJSON(depth: depth - 1, &random))"
      }
      return "{\(members.joined(separator: ", "))}"
    case 2:
      return "[\((0..<random.next() % 4).map { _ in randomJSON(depth: depth - 1, &random) }.joined(separator: ","))]"
    default: return scalars.randomElement(using: &random) ?? "null"
    }
  }
}
