import IgataDiagnostics
import Testing

@testable import IgataTemplateLanguage

private final class FieldView: View {
  enum Slot: String, CaseIterable { case name, position, raw, isLast, tags, owner, rest }
  static let names = Shape(of: Slot.allCases)
  var shape: Shape { Self.names }

  let name: String
  let position = 3
  let isLast: Bool

  init(name: String = "title", isLast: Bool = false) {
    self.name = name
    self.isLast = isLast
  }

  func value(at slot: Int) -> TemplateValue {
    guard Slot.allCases.indices.contains(slot) else { return .null }
    return switch Slot.allCases[slot] {
    case .name: .text(name)
    case .position: .number(position)
    case .raw: .bytes(Array("<é>".utf8))
    case .isLast: .flag(isLast)
    case .tags: .texts(["a", "b"])
    case .owner: .view(ModelView(fields: []))
    case .rest: .values([.number(.min), .null, .view(FieldView(name: "inner"))])
    }
  }
}

private final class ModelView: View {
  static let names = Shape("model", "fields")
  var shape: Shape { Self.names }

  let fields: [FieldView]

  init(fields: [FieldView]) { self.fields = fields }

  func value(at slot: Int) -> TemplateValue {
    switch slot {
    case 0: .text("Entry")
    case 1: .list(fields)
    default: .null
    }
  }
}

/// Numbers as elements with names, although none of them is an object.
private final class NumberViews: Views {
  static let names = Shape("number", "double", "isEven", "next")
  var shape: Shape { Self.names }

  func value(at slot: Int, of element: Int) -> TemplateValue {
    switch slot {
    case 0: .number(element)
    case 1: .written(self, slot: 1, element: Int32(truncatingIfNeeded: element))
    case 2: .flag(element % 2 == 0)
    case 3: .element(self, element + 1)
    default: .null
    }
  }

  func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool {
    guard slot == 1 else { return false }
    text.append(element * 2)
    return true
  }
}

/// A view of the given values.
private final class TestView: View {
  let shape: Shape
  private let values: [TemplateValue]

  init(_ values: KeyValuePairs<String, TemplateValue>) {
    shape = Shape(values.map(\.key))
    self.values = values.map(\.value)
  }

  func value(at slot: Int) -> TemplateValue { values[slot] }
}

/// A view with an unusual shape.
private final class OddView: View {
  let shape: Shape
  init(shape: Shape) { self.shape = shape }
  func value(at slot: Int) -> TemplateValue { .text(shape.names[slot]) }
}

@Suite struct ViewTests {
  private let model = ModelView(fields: [FieldView(), FieldView(name: "amount", isLast: true)])

  private func set(_ templates: (name: String, text: String)...) -> TemplateSet {
    TemplateSet(
      templates.map { template in
        let (compiled, diagnostics) = compile(SourceFile(name: template.name, text: template.text), as: template.name)
        #expect(diagnostics.isEmpty)
        return compiled
      })
  }

  private func print(_ set: TemplateSet, _ value: TemplateValue, _ options: RenderOptions = RenderOptions()) throws
    -> String
  {
    var renderer = Renderer(set, options: options)
    var output: [UInt8] = []
    try renderer.render("main", value: value, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func elementsOfOneObjectAreViews() throws {
    let text = """
      {{#all}}{{number}}:{{double}}{{#isEven}} even{{/isEven}}{{#next}} before {{number}}{{/next}}; {{/all}}
      {{#none}}never{{/none}}{{^none}}none{{/none}} {{first.double}} {{first.next.number}}{{#first.double}} {{.}}{{/first.double}}
      """
    let numbers = NumberViews()
    let value: TemplateValue = .view(
      TestView([
        "all": .elements(numbers, count: 3), "none": .elements(numbers, count: 0), "first": .element(numbers, 1),
      ]))
    #expect(
      try print(set(("main", text)), value) == """
        0:0 even before 1; 1:2 before 2; 2:4 even before 3;\u{20}
        none 2 2 2
        """)
    let faults = #expect(throws: RenderError.self) {
      try print(set(("main", "{{all}}{{first}}{{#all}}{{numer}}{{/all}}")), value)
    }
    #expect(faults?.diagnostics.map(\.kind) == [.unprintableValue, .unprintableValue, .unknownName])
  }

  @Test func everyKindOfListIsFiltered() throws {
    let numbers = NumberViews()
    let lists: [TemplateValue] = [
      .elements(numbers, count: 5), .values((0..<5).map { .element(numbers, $0) }),
      .list((0..<5).map { TestView(["number": .number($0), "isEven": .flag($0 % 2 == 0)]) }),
      .made(ViewSource(count: 5) { TestView(["number": .number($0), "isEven": .flag($0 % 2 == 0)]) }),
    ]
    let text = "{{#all.where.isEven}}{{number}}{{^isLast}},{{/isLast}}{{/all.where.isEven}}"
    for list in lists { #expect(try print(set(("main", text)), .view(TestView(["all": list]))) == "0,2,4") }
  }

  /// The elements of conditions are pushed only if something can refer to them, without any visible difference.
  @Test func conditionsAreSeenWhereTheyAreNamed() throws {
    let cases: [(text: String, printed: String)] = [
      ("{{#isLast}}{{.}}{{/isLast}}", "true"), ("{{#isLast}}{{>dot}}{{/isLast}}", "true"),
      ("{{#isLast}}{{>outer}}{{/isLast}}", "true"), ("{{#isLast}}{{>*name}}{{/isLast}}", "true"),
      ("{{#isLast}}{{$block}}{{.}}{{/block}}{{/isLast}}", "true"),
      ("{{<parent}}{{$block}}{{.}}{{/block}}{{/parent}}", "true"),
      ("{{#isLast}}{{<plain}}{{$block}}{{.}}{{/block}}{{/plain}}{{/isLast}}", "true"),
      ("{{#isLast}}{{^isFirst}}{{.}}{{/isFirst}}{{/isLast}}", "true"),
      ("{{#isLast}}{{#.}}{{name}}{{/.}}{{/isLast}}", "dot"),
      ("{{#name}}{{#isLast}}-{{/isLast}}{{.}}{{/name}}", "-dot"),
      ("{{#tags}}{{#isLast}}{{#position}}{{/position}}{{/isLast}}{{.}}{{/tags}}", "ab"),
    ]
    let value: TemplateValue = .view(
      TestView([
        "isLast": .flag(true), "isFirst": .flag(false), "name": .text("dot"), "position": .number(1),
        "tags": .texts(["a", "b"]),
      ]))
    for (text, printed) in cases {
      let templates = set(
        ("main", text), ("dot", "{{.}}"), ("outer", "{{>dot}}"), ("plain", "{{$block}}{{/block}}"),
        ("parent", "{{#isLast}}{{$block}}{{/block}}{{/isLast}}"))
      #expect(try print(templates, value) == printed, "\(text)")
    }
  }

  @Test func everyKindOfValuePrints() throws {
    let text = """
      {{#fields}}{{model}}.{{name}}@{{position}}{{^isLast}},{{/isLast}}{{/fields}}
      {{#fields}}{{#isLast}}{{raw}}{{{raw}}}{{#tags}}{{.}}{{/tags}}{{owner.model}}{{/isLast}}{{/fields}}
      {{#fields}}{{#isLast}}{{#rest}}[{{name}}]{{/rest}}{{/isLast}}{{/fields}}
      """
    let printed = try print(set(("main", text)), .view(model), RenderOptions(escape: .html))
    #expect(printed == "Entry.title@3,Entry.amount@3\n&lt;é&gt;<é>abEntry\n[amount][amount][inner]")
    #expect(try print(set(("main", "{{.}}")), .number(.min)) == "-9223372036854775808")
  }

  @Test func aRendererIsUsedAgainAfterAnErrorAndAppends() throws {
    var renderer = Renderer(set(("good", "{{#fields}}{{name}};{{/fields}}"), ("bad", "x{{#fields}}{{nam}}{{/fields}}")))
    var output = Array("kept ".utf8)
    #expect(throws: RenderError.self) { try renderer.render("bad", model, into: &output) }
    try renderer.render("good", model, into: &output)
    try renderer.render("good", model, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == "kept title;amount;title;amount;")
    do {
      try renderer.render("bad", model, into: &output)
    } catch {
      #expect(error.diagnostics.map(\.message) == ["unknown name 'nam'"])
      #expect(
        error.diagnostics.first?.help == "did you mean 'name'? the names here are "
          + (FieldView.names.names + ["isFirst"] + ModelView.names.names).map { "'\($0)'" }.joined(separator: ", "))
    }
  }

  @Test func aLaterTemplateReplacesAnEarlierOne() throws {
    let set = set(("part", "old"), ("main", "{{>part}}"), ("part", "new"))
    #expect(set.names == ["main", "part"])
    #expect(try print(set, .null) == "new")
    #expect(throws: RenderError.self) { try print(self.set(("other", "")), .null) }
  }

  /// Each shape has a table until there are too many of them.
  @Test func anyNumberOfShapes() throws {
    let names = (0..<2_000).map { "n\($0)" }
    let text = "{{#.}}{{x}}{{/.}}{{^.}}\(names.map { "{{\($0)}}" }.joined()){{/.}}"
    let views = (0..<1_200).map { OddView(shape: $0 % 2 == 0 ? Shape(names[$0], "x") : Shape("x", names[$0])) }
    #expect(try print(set(("main", text)), .list(views)) == String(repeating: "x", count: 1_200))
  }

  @Test func whatIsPrintedIsBounded() throws {
    var options = RenderOptions()
    options.limits.output = 10_000
    let set = set(("main", "{{#fields}}{{name}}{{/fields}}"))
    let long = ModelView(fields: [FieldView(name: String(repeating: "x", count: 9_000)), FieldView(name: "y")])
    #expect(try print(set, .view(long), options).utf8.count == 9_001)
    let tooLong = ModelView(fields: [FieldView(name: String(repeating: "x", count: 10_001))])
    #expect(throws: RenderError.self) { try print(set, .view(tooLong), options) }
  }
}

@Test func numbersAreDecimalDigits() {
  for number in [0, 7, 9, 10, 42, 99, 100, 305, 999, 1_000, 9_090, 9_999, 10_000, 123_456, Int.max] {
    for signed in [number, -number] {
      var buffer = TextBuffer()
      buffer.append(signed)
      #expect(buffer.text == String(signed))
    }
  }
  var buffer = TextBuffer()
  buffer.append(Int.min)
  #expect(buffer.text == String(Int.min))
}
