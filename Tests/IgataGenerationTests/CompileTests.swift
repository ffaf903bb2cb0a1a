import IgataDiagnostics
import IgataGeneration
import IgataSyntax
import Testing

private func source(_ text: String, _ name: String = "shop.igata") -> SourceFile { SourceFile(name: name, text: text) }

private let shop = source("model Shop {\n  id: Int64 @primaryKey\n}\n")

/// Broken files have a tree, a partial schema and all errors, but no outputs.
@Test func brokenSourcesCompileAsFarAsTheyGo() {
  let broken = source("model A {\n  id: Int64 @primaryKey\n  b: Strng\n}\nmodel B {\n  id Int64\n}\n", "a.igata")
  let result = compile(Sources([broken, shop]))
  #expect(result.trees.map { printTree($0).isEmpty } == [false, false])
  #expect(result.schema.models.map(\.name) == ["A", "B", "Shop"])
  #expect(result.diagnostics.map(\.kind.id) == ["unknown-type", "missing-primary-key", "missing-colon"])
  #expect(!result.isValid && result.plan.outputs.isEmpty && result.files.isEmpty)
}

/// A compilation contains the results of the stages that ran, and nothing else.
@Test(arguments: [Stage.trees, .schema, .plan, .templates, .files])
func compilationsEndAfterTheirStage(last: Stage) {
  let result = compile(Sources([shop]), through: last)
  #expect(result.isValid && result.trees.count == 1)
  #expect(result.schema.models.isEmpty == (last < .schema))
  #expect(result.plan.outputs.isEmpty == (last < .plan))
  #expect((result.sources.count == 1) == (last < .templates))
  #expect(result.files.isEmpty == (last < .files))
}

/// Ranges refer to the file with the error, for every kind of source.
@Test(arguments: [
  ("a/b.swift", "struct Shop {}", "", "taken-name", "b.swift"),
  ("shop.igata.swift", "struct Shop {}", "", nil, nil),
  ("a/b.swift", "struct Other {}", "{{#models}}", "unclosed-section", "own.mustache"),
  ("a/b.swift", "struct Other {}", "{{nothing}}", "unknown-name", "own.mustache"),
  ("a/b.swift", "struct Other {}", "{{>sqlite/file}}{{<swift/file}}{{$heder}}{{/heder}}{{/swift/file}}", "unknown-block", "own.mustache"),
] as [(String, String, String, String?, String?)])
func errorsAreInTheirFiles(
  _ path: String, _ swift: String, _ template: String, _ kind: String?, _ name: String?
) throws {
  var sources = Sources([shop])
  sources.siblings = [SiblingSource(source(swift, "b.swift"), path: path)]
  sources.templates = [TemplateSource(name: "sqlite/file", file: source(template, "own.mustache"))]
  let result = compile(sources)
  #expect(result.diagnostics.map(\.kind.id) == (kind.map { [$0] } ?? []))
  #expect(!result.hasBrokenBuiltInTemplate && result.files.isEmpty == (kind != nil))
  guard let found = result.diagnostics.first else { return }
  #expect(result.sources[(found.related.first?.range ?? found.range).file].name == name)
}
