import Foundation
import IgataDiagnostics
import Testing

@testable import IgataTemplateLanguage

/// Each kind of error has a page. Its example has the error, and its fix doesn't.
@Suite struct ErrorPageTests {
  /// Too large for a page. Their examples are shortened, and the limits are tested elsewhere.
  private let shortened: Set = ["deep-template", "deep-json", "endless-rendering"]

  private let data = """
    {"name": "Ada", "items": [{"name": "x", "isNew": true}], "isNew": true, "person": {"firstName": "Ada"},
     "children": [], "a": true}
    """

  @Test func pages() {
    for kind in DiagnosticKind.templateKinds {
      let page = kind.page
      if !shortened.contains(kind.id) { #expect(kinds(page.example, page.language) == [kind.id], "\(kind)") }
      #expect(kinds(page.fix, page.language) == [], "\(kind)")
    }
  }

  /// The kinds of errors in a text, without duplicates.
  private func kinds(_ text: String, _ language: DiagnosticPage.Language) -> Set<String> {
    let source = SourceFile(name: "example", text: text + "\n")
    guard language == .mustache else { return Set(parseJSON(source).diagnostics.map(\.kind.id)) }
    let others = ["layout": "{{$title}}{{/title}}", "header": "Hello", "inner": "x"].map {
      compile(SourceFile(name: $0, text: $1), as: $0).0
    }
    let (template, diagnostics) = compile(source, as: "item")
    guard diagnostics.isEmpty, let json = parseJSON(SourceFile(name: "data", text: data)).value else {
      return Set(diagnostics.map(\.kind.id))
    }
    var renderer = Renderer(TemplateSet(others + [template]))
    var output: [UInt8] = []
    do {
      try renderer.render("item", value: TemplateValue(json), into: &output)
      return []
    } catch {
      return Set(error.diagnostics.map(\.kind.id))
    }
  }
}
