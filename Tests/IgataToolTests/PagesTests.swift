import Foundation
import IgataDiagnostics
import IgataGeneration
import IgataTemplateLanguage
import Testing

@testable import IgataTool

/// Kinds whose examples can't be shown in a few lines. This list must not grow.
private let unrunnable: Set<String> = ["deep-template", "deep-json", "endless-rendering"]

/// `igata explain` prints the documentation comment of every kind of diagnostic.
@Test func pagesAreTheDocumentation() throws {
  let pages = try documentedKinds()
  let expected = swiftText(of: pages)
  let file = packageFolder.appendingPathComponent("Sources/IgataTool/Explain/Pages.swift")
  if try String(contentsOf: file, encoding: .utf8) != expected {
    if updatesGoldens { try expected.write(to: file, atomically: true, encoding: .utf8) }
    Issue.record("Pages.swift is not what the comments say; run the tests with UPDATE_GOLDENS=1")
  }
}

/// The example of each page has the documented error and no other, and the fix has none.
@Test func pagesTellTheTruth() throws {
  for page in try documentedKinds() {
    #expect(!page.summary.isEmpty && page.summary.hasSuffix("."), "\(page.id): no first sentence")
    let (example, fix) = (page.block(under: "Example"), page.block(under: "Fix"))
    guard let example, let fix else {
      Issue.record("\(page.id): no example or no fix")
      continue
    }
    // The linter's own tests run the examples of its rules.
    if page.module == "IgataLint" { continue }
    if unrunnable.contains(page.id) || example.language == "text" { continue }
    let found = try Set(errors(in: example, of: page))
    #expect(found == [page.id], "\(page.id): the example has \(found.sorted())")
    let left = try errors(in: fix, of: page)
    #expect(left.isEmpty, "\(page.id): the fix has \(left)")
  }
}

private struct Page {
  var id: String
  var text: String
  /// The module that declares it.
  var module: String

  var summary: String { ExplanationPage(id: id, text: text).summary }

  /// The first block of code under a heading.
  func block(under heading: String) -> (language: String, text: String)? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: "## \(heading)"),
      let open = lines[start...].firstIndex(where: { $0.hasPrefix("```") }),
      let close = lines[(open + 1)...].firstIndex(of: "```")
    else { return nil }
    let body = lines[(open + 1)..<close].map { "\($0)\n" }.joined()
    return (String(lines[open].dropFirst(3)), body)
  }
}

private func documentedKinds() throws -> [Page] {
  var pages: [Page] = []
  for module in ["Syntax", "Schema", "Lint", "TemplateLanguage", "Generation", "Evolution", "Tool"].map({ "Igata\($0)" }) {
    let folder = packageFolder.appendingPathComponent("Sources/\(module)")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for path in paths where path.hasSuffix(".swift") && path != "Explain/Pages.swift" {
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      pages += documentedKinds(in: text, of: module)
    }
  }
  return pages.sorted { ($0.id, $0.module) < ($1.id, $1.module) }
}

private func documentedKinds(in text: String, of module: String) -> [Page] {
  var pages: [Page] = []
  var comment: [Substring] = []
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  for (index, line) in lines.enumerated() {
    let code = line.drop { $0 == " " }
    if code.hasPrefix("///") {
      comment.append(code.hasPrefix("/// ") ? code.dropFirst(4) : code.dropFirst(3))
      continue
    }
    if code.contains("DiagnosticKind("), let match = code.firstMatch(of: /static let \w+ = DiagnosticKind\("([^"]+)"\)/)
    {
      let text = comment.map { "\($0)\n" }.joined()
      pages.append(Page(id: String(match.1), text: text, module: module))
    }
    // The ID of a rule may be on the next line.
    if code.contains("= LintRule("), let match = "\(code)\(lines[index + 1])".firstMatch(of: /"([a-z0-9-]+)"/) {
      pages.append(Page(id: String(match.1), text: comment.map { "\($0)\n" }.joined(), module: module))
    }
    comment = []
  }
  return pages
}

private func swiftText(of pages: [Page]) -> String {
  var text = """
    // Written by the tests from the comments of the diagnostics (UPDATE_GOLDENS=1). Edit those, not this file.

    extension ExplanationPages {
      static let all: [ExplanationPage] = [

    """
  for page in pages {
    text += "    ExplanationPage(\n      id: \"\(page.id)\",\n      text: ##\"\"\"\n\(page.text)\n\"\"\"##\n    ),\n"
  }
  return text + "  ]\n}\n"
}

private func errors(in block: (language: String, text: String), of page: Page) throws -> [String] {
  switch block.language {
  case "igata":
    let source = SourceFile(name: "example.igata", bytes: bytes(of: block.text))
    return compile(Sources([source]), through: .plan).diagnostics.map(\.kind.id)
  case "json" where page.module != "IgataTemplateLanguage":
    return readConfiguration(SourceFile(name: "igata.json", text: block.text)).diagnostics.map(\.kind.id)
  case "json": return parseJSON(SourceFile(name: "data.json", text: block.text)).diagnostics.map(\.kind.id)
  case "mustache": return errors(inTemplate: block.text)
  case let language:
    Issue.record("\(page.id): nobody can run '\(language)'")
    return []
  }
}

/// Replaces placeholders for bytes that can't be in a comment: the symbol of a bell, and that of an invalid byte.
private func bytes(of text: String) -> [UInt8] {
  text.unicodeScalars.flatMap { scalar -> [UInt8] in
    switch scalar {
    case "\u{2407}": [7]
    case "\u{FFFD}": [0xFC]
    default: Array(String(scalar).utf8)
    }
  }
}

/// The errors of a template called `item`, rendered together with a few others and the data that the pages assume.
private func errors(inTemplate text: String) -> [String] {
  let others = ["header": "Header", "inner": "Inner", "layout": "{{$title}}Title{{/title}}", "item": text]
  let data = """
    {"name": "Ada", "person": {"firstName": "Ada"}, "isNew": true, "a": true, "children": [],
     "items": [{"name": "one", "isNew": true}]}
    """
  var templates: [Template] = []
  for (name, text) in others {
    let (template, diagnostics) = compile(SourceFile(name: name, text: text), as: name)
    if !diagnostics.isEmpty { return diagnostics.map(\.kind.id) }
    templates.append(template)
  }
  guard let json = parseJSON(SourceFile(name: "data.json", text: data)).value else { return ["data"] }
  var renderer = Renderer(TemplateSet(templates))
  var output: [UInt8] = []
  do throws(RenderError) {
    try renderer.render("item", value: TemplateValue(json), into: &output)
    return []
  } catch {
    return error.diagnostics.map(\.kind.id)
  }
}
