import Foundation
import IgataDiagnostics
import IgataGeneration
import IgataLint
import IgataTemplateLanguage
import Testing

@testable import IgataTool

/// Kinds whose examples can't be shown in a few lines. This list must not grow.
private let unrunnable: Set<String> = ["deep-template", "deep-json", "endless-rendering"]

/// The list of every kind has each that the sources declare, once.
@Test func everyKindIsListed() throws {
  let declaration = /= (?:DiagnosticKind|LintRule)\(\s*"([a-z0-9-]+)"/
  let folder = packageFolder.appendingPathComponent("Sources")
  let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
  let declared = try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8).matches(of: declaration)
      .map { String($0.1) }
  }
  #expect(DiagnosticKind.all.map(\.id) == declared.sorted())
  #expect(Set(declared).count == declared.count)
}

/// The example of each page has the documented error and no other, and the fix has none.
@Test func pagesTellTheTruth() throws {
  for kind in DiagnosticKind.all {
    let page = kind.page
    #expect(!page.summary.isEmpty && page.summary.hasSuffix("."), "\(kind): no first sentence")
    if case .replacing(let old, _) = page.change {
      #expect(page.example.ranges(of: old).count == 1, "\(kind): the example has '\(old)' more than once, or not")
    }
    // The linter's own tests run the examples of its rules.
    if LintRule.all.contains(where: { $0.kind == kind }) { continue }
    if unrunnable.contains(kind.id) || page.language == .text { continue }
    let found = try Set(errors(in: page.example, of: kind))
    #expect(found == [kind.id], "\(kind): the example has \(found.sorted())")
    let left = try errors(in: page.fix, of: kind)
    #expect(left.isEmpty, "\(kind): the fix has \(left)")
  }
}

private func errors(in text: String, of kind: DiagnosticKind) throws -> [String] {
  switch kind.page.language {
  case .igata:
    let source = SourceFile(name: "example.igata", bytes: bytes(of: text + "\n"))
    return compile(Sources([source]), through: .plan).diagnostics.map(\.kind.id)
  case .json where !DiagnosticKind.templateKinds.contains(kind):
    return readConfiguration(SourceFile(name: "igata.json", text: text + "\n")).diagnostics.map(\.kind.id)
  case .json: return parseJSON(SourceFile(name: "data.json", text: text + "\n")).diagnostics.map(\.kind.id)
  case .mustache: return errors(inTemplate: text + "\n")
  case .text: return []
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
