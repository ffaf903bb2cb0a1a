import IgataDiagnostics
import Testing

@testable import IgataTemplateLanguage

/// The rules of the template language, each with a template, its data, and the expected result.
@Suite struct TemplateTests {
  @Test(arguments: [
    "interpolation.json", "sections.json", "whitespace.json", "partials.json", "inheritance.json", "errors.json",
    "strict.json", "lists.json", "forms.json",
  ])
  func fixtures(_ file: String) throws {
    let fixtures = try Fixture.all(in: file)
    #expect(!fixtures.isEmpty)
    for fixture in fixtures {
      let (printed, errors) = run(fixture)
      #expect(printed == fixture.text("expected"), "\(fixture.testDescription)")
      #expect(errors == fixture.list("errors"), "\(fixture.testDescription)")
    }
  }

  private func run(_ fixture: Fixture) -> (printed: String?, errors: [String]) {
    let sources = [(name: "main", text: fixture.text("template") ?? "")] + fixture.texts("partials")
    var templates: [Template] = []
    var errors: [String] = []
    for (file, source) in sources.enumerated() {
      let text = SourceFile(name: source.name, text: source.text)
      let (template, diagnostics) = compile(text, as: source.name, file: file)
      templates.append(template)
      errors += diagnostics.map { "\($0.range.described(in: source.text)) \($0.kind): \($0.message)" }
    }
    guard errors.isEmpty else { return (nil, errors) }
    var options = RenderOptions(
      mode: fixture.text("mode") == "strict" ? .strict : .lenient,
      escape: fixture.text("escape") == "none" ? .none : .html)
    if let steps = fixture.text("steps").flatMap(Int.init) { options.limits.steps = steps }
    var renderer = Renderer(TemplateSet(templates), options: options)
    var output: [UInt8] = []
    do {
      let data = fixture["data"].map { TemplateValue($0) } ?? .view(Empty())
      try renderer.render("main", value: data, into: &output)
      return (String(decoding: output, as: UTF8.self), [])
    } catch {
      #expect(output.isEmpty)
      return (nil, error.diagnostics.map { describe($0, sources) })
    }
  }

  /// The error, with its help if that lists names, and with the tags that led to it.
  private func describe(_ diagnostic: Diagnostic, _ sources: [(name: String, text: String)]) -> String {
    func position(_ range: SourceRange) -> String {
      let file = range.file == 0 && diagnostic.related.isEmpty ? "" : sources[range.file].name + ":"
      return file + range.described(in: sources[range.file].text)
    }
    let listsNames = [.unknownName, .unknownTemplate].contains(diagnostic.kind)
    let help = listsNames ? " (\(diagnostic.help ?? ""))" : ""
    let trail = diagnostic.related.map { " < \(position($0.range)) \($0.message)" }.joined()
    return "\(position(diagnostic.range)) \(diagnostic.kind): \(diagnostic.message)\(help)\(trail)"
  }
}

private final class Empty: View {
  private static let none = Shape()
  var shape: Shape { Self.none }
  func value(at slot: Int) -> TemplateValue { .null }
}
