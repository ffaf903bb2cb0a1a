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
  ("a/b.swift", "struct ShopSchema {}", "", "taken-name", "b.swift"),
  ("a/b.swift", "enum IgataRuntime {}", "", "hidden-module", "b.swift"),
  ("a/b.swift", "enum Swift {}\nfunc Sendable() {}", "", "hidden-module", "b.swift"),
  ("a/b.swift", "enum Foundation {}\nextension Shop { enum Column {} }", "", nil, nil),
  ("shop.igata.swift", "enum IgataRuntime {}", "", nil, nil),
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

/// What a declaration beside the outputs hides is named by its module, and nothing else is.
@Test(arguments: [
  ("struct Column {}", "IgataRuntime.Column<Int64>", "struct Shop: PersistableModel"),
  ("func UUID() -> Int { 0 }", "Foundation.UUID()", "Column<Int64>"),
  ("extension Shop { typealias String = Int }", "dictionary: [Swift.String: Any]", "Column<Kind>"),
  ("extension Shop { enum Kind {} }", "var kind: KindType", "typealias KindType = Kind"),
  ("extension Other { enum Kind {}\n  enum Column {} }", "var kind: Kind", "Column<Kind>"),
  ("private struct Column {}\nenum Outer { struct UUID {} }", "Column<UUID>", "= UUID()"),
])
func hiddenNamesAreQualified(_ swift: String, _ first: String, _ second: String) throws {
  let schema = source("""
    enum Kind {
      case a
    }
    model Shop {
      id: Int64 = autoincrement() @primaryKey
      number: UUID = uuid()
      kind: Kind
    }
    """)
  var sources = Sources([schema])
  sources.siblings = [SiblingSource(source(swift, "b.swift"), path: "b.swift")]
  let file = try #require(compile(sources).files.first { $0.path == "shop.igata.swift" })
  let text = String(decoding: file.bytes, as: UTF8.self)
  #expect(text.contains(first) && text.contains(second))
}

/// An import of one type can't bring other names into the file.
@Test(arguments: [
  ("Color", "Palette", "typealias Palette.Color", "paint: Color"),
  ("Paint.Color", "Palette", "typealias Palette.Paint", "paint: Paint.Color"),
  ("Palette.Color", "Palette", "typealias Palette.Color", "paint: Palette.Color"),
  ("Palette.Palette.Color", "Palette", "typealias Palette.Palette", "paint: Palette.Color"),
  ("Palette.Date", "Palette", "typealias Palette.Date", "at: Foundation.Date"),
])
func ownTypesAreImportedAlone(_ type: String, _ module: String, _ importLine: String, _ property: String) throws {
  let schema = source("""
    type Own = String @swift("\(type)", import: "\(module)")
    model Shop {
      id: Int64 @primaryKey
      paint: Own
      at: Date
    }
    """)
  let file = try #require(compile(Sources([schema])).files.first { $0.path == "shop.igata.swift" })
  let text = String(decoding: file.bytes, as: UTF8.self)
  #expect(text.contains("import \(importLine)\n") && text.contains(property))
}
