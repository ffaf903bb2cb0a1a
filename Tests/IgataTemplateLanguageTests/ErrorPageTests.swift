import Foundation
import IgataDiagnostics
import Testing

@testable import IgataTemplateLanguage

/// Each kind of error has a page. Its example has the error, and its fix doesn't.
@Suite struct ErrorPageTests {
  private struct Page {
    var id: String
    var example: (language: String, text: String)
    var fix: (language: String, text: String)
  }

  /// Too large for a page. Their examples are shortened, and the limits are tested elsewhere.
  private let shortened: Set = ["deep-template", "deep-json", "endless-rendering"]

  private let data = """
    {"name": "Ada", "items": [{"name": "x", "isNew": true}], "isNew": true, "person": {"firstName": "Ada"},
     "children": [], "a": true}
    """

  @Test func pages() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/IgataTemplateLanguage/Diagnostics")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent != "Wording.swift" }
    #expect(files.count > 10)
    for file in files {
      let page = try #require(read(String(contentsOf: file, encoding: .utf8)), "\(file.lastPathComponent)")
      if !shortened.contains(page.id) { #expect(kinds(page.example) == [page.id], "\(page.id)") }
      #expect(kinds(page.fix) == [], "\(page.id)")
    }
  }

  private func read(_ source: String) -> Page? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let comment = lines.filter { $0.hasPrefix("  ///") }.map { String($0.dropFirst(6)) }
    let declaration = lines.first { $0.contains("= DiagnosticKind(") }
    guard let id = declaration?.split(separator: "\"").dropFirst().first,
      let middle = comment.firstIndex(of: "## Fix"), comment.contains("## Example"),
      let example = fence(comment[..<middle]), let fix = fence(comment[middle...])
    else { return nil }
    return Page(id: String(id), example: example, fix: fix)
  }

  private func fence(_ lines: ArraySlice<String>) -> (String, String)? {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("```") }),
      let end = lines[(start + 1)...].firstIndex(of: "```")
    else { return nil }
    return (String(lines[start].dropFirst(3)), lines[(start + 1)..<end].joined(separator: "\n"))
  }

  /// The kinds of errors in a text, without duplicates.
  private func kinds(_ example: (language: String, text: String)) -> Set<String> {
    let source = SourceFile(name: "example", text: example.text)
    guard example.language == "mustache" else { return Set(parseJSON(source).diagnostics.map(\.kind.id)) }
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
