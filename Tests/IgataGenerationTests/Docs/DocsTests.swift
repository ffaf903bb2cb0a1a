import Foundation
import IgataDiagnostics
import IgataGeneration
import Testing

/// Documents schemas in one form.
func documentation(_ schemas: [SourceFile], _ options: DocsOptions) throws -> String {
  let sources = Sources(schemas)
  let compilation = compile(sources, through: .schema)
  let isValid = compilation.isValid
  try #require(isValid, "\(renderText(compilation.diagnostics, files: compilation.sources, color: false))")
  let result = document(compilation, sources, options)
  let isRendered = result.isValid
  try #require(isRendered, "\(renderText(result.diagnostics, files: result.sources, color: false))")
  return String(decoding: try #require(result.files.first).bytes, as: UTF8.self)
}

func documentation(_ text: String, _ options: DocsOptions) throws -> String {
  try documentation([SourceFile(name: "shop.igata", text: text)], options)
}

private func sample(_ path: String) throws -> SourceFile {
  let url = testsFolder.appendingPathComponent(path)
  return SourceFile(name: url.lastPathComponent, bytes: [UInt8](try Data(contentsOf: url)))
}

/// The documentation of the samples in each form.
@Test(
  arguments: [
    ("household", [DocsFormat.html, .svg, .mermaid, .dot, .dbml, .d2, .markdown]), ("community", [.svg, .mermaid]),
    ("hospital", [.svg, .dot]), ("everything", [.svg, .mermaid, .dot, .dbml, .d2, .markdown]),
    ("naughty", [.mermaid, .dot, .dbml, .d2, .markdown]),
  ] as [(String, [DocsFormat])])
func samplesAreDocumented(_ name: String, _ formats: [DocsFormat]) throws {
  let file = try sample("Samples/\(name).igata")
  for format in formats {
    let text = try documentation([file], DocsOptions(format: format))
    try expectGolden("\(name).\(format.ending)", text, in: testsFolder.appendingPathComponent("GeneratedDocs"))
  }
}

/// In a schema of several files, each box names its file, and those without relations to other files are in a frame.
@Test func diagramsShowFiles() throws {
  let files = [shopFile, itemFile] + (try ["household", "message"].map { try sample("Samples/\($0).igata") })
  let text = try documentation(files, DocsOptions(format: .svg, folder: "files"))
  try expectGolden("files.svg", text, in: testsFolder.appendingPathComponent("GeneratedDocs"))
  #expect(text.components(separatedBy: "<g class=\"z\"").count == 2)
  #expect(text.contains("<title>household.igata</title>") && text.contains("aria-label=\"Item, stock/item.igata\""))
  // The diagrams of models are without.
  let page = try documentation(files, DocsOptions(folder: "files"))
  #expect(page.components(separatedBy: "<g class=\"z\"").count == 2)
  #expect(page.components(separatedBy: "aria-label=\"Item, stock/item.igata\"").count == 2)
}

/// Above 60 models, boxes have no room for the names of their files, and have them as titles.
@Test func manyModelsNameTheirFiles() throws {
  let files = (0..<2).map { file in
    let models = (0..<31).map { "model M\(file)N\($0) {\n  id: Int64 @primaryKey\n}\n" }
    return SourceFile(name: "f\(file)/x.igata", text: models.joined())
  }
  let text = try documentation(files, DocsOptions(format: .svg, folder: "files"))
  #expect(text.contains("<title>M1N30, f1/x.igata</title>") && text.contains(">f1/x</text></g>"))
}

/// The order of the files makes no difference.
@Test(arguments: DocsFormat.allCases)
func orderOfFilesDoesNotMatterForDocs(_ format: DocsFormat) throws {
  let files = try ["Samples/household.igata", "Samples/hospital.igata", "Samples/everything.igata"].map(sample)
  let options = DocsOptions(format: format, folder: "schemas")
  let sorted = files.sorted { $0.name < $1.name }
  let text = try documentation(sorted, options)
  #expect(try documentation(sorted, options) == text)
  #expect(text.contains(format == .mermaid ? "erDiagram" : "schemas"))
}

private let hostile = """
  /// </script><script>alert(1)</script> & `</style>` "quoted" 'single' ]]> --> | # * \u{202E}right to left
  model 口座 {
    id: Int64 = autoincrement() @primaryKey
    `class`: String = "</pre><script>alert(2)</script>"
    other: String? @pattern("<a href=\\"x\\">|</td>")
    \(String(repeating: "n", count: 200)): 口座? @deprecated("</p> | `x`")
  }

  enum Kind: String {
    case odd = "<b>&\\"'|`"
  }

  struct \(String(repeating: "L", count: 200)) {
    kind: Kind = .odd
  }
  """

/// Nothing that a schema contains becomes markup.
@Test(arguments: DocsFormat.allCases.filter { ![.dbml, .d2].contains($0) })
func hostileTextIsEscaped(_ format: DocsFormat) throws {
  let text = try documentation(hostile, DocsOptions(format: format, title: "<title> & \"co\""))
  for markup in ["</script><script>", "<b>&", "</pre><script>", "</td>\"", "</p> |"] {
    #expect(!text.contains(markup) || format == .markdown && text.contains("\\" + markup), "\(markup)")
  }
  if format == .html {
    #expect(text.contains("&lt;/script&gt;&lt;script&gt;alert(1)") && text.contains("口座"))
    #expect(text.contains("href=#%E5%8F%A3%E5%BA%A7>") && text.contains("id=口座 "))
    // The only script is ours.
    #expect(text.components(separatedBy: "<script").count == 2)
  }
}

/// Markup outside of the style and the script asks for nothing from anywhere.
@Test func pagesNeedNothingElse() throws {
  let page = try documentation([try sample("Samples/household.igata")], DocsOptions())
  // The marks at the ends of lines are on the page.
  let text = page.replacing("url(#igata-", with: "")
  for word in ["http:", "https:", "src=", "@import", "url(", "style=\"", "onclick=\""] {
    #expect(!text.contains(word), "\(word)")
  }
  #expect(text.contains("default-src 'none'; style-src 'sha256-"))
  let script = try #require(text.components(separatedBy: "<script>").last?.components(separatedBy: "</script>").first)
  #expect(script.utf8.count < 8192)
}

private let chain = """
  model A {
    id: Int64 @primaryKey
    b: B
    kind: Kind = .x
  }
  model B {
    id: Int64 @primaryKey
    c: C? @onDelete(cascade)
  }
  model C {
    id: Int64 @primaryKey
    d: [D]
  }
  model D {
    id: Int64 @primaryKey
  }
  enum Kind: String {
    case x
  }
  enum Other: String {
    case y
  }
  """

/// `--around` documents the models that are at most so many relations away, with the types that they use.
@Test(
  arguments: [
    ("A", 0, ["A", "Kind"]), ("A", 1, ["A", "B", "Kind"]), ("C", 1, ["B", "C", "D"]),
    ("B", 9, ["A", "B", "C", "D", "Kind"]),
  ] as [(String, Int, [String])])
func docsAreAroundAModel(_ model: String, _ depth: Int, _ expected: [String]) throws {
  let text = try documentation(chain, DocsOptions(around: model, depth: depth))
  let articles = text.matches(of: #/<article id="?(\w+)/#).map { String($0.1) }
  #expect(articles.sorted() == expected)
  expectAnchors(in: text)
}

/// Every address on a page is that of an anchor, of which each is there once.
private func expectAnchors(in page: String) {
  let anchors = page.matches(of: #/ id="?([^" >]+)/#).map { String($0.1) }
  #expect(Set(anchors).count == anchors.count)
  for match in page.matches(of: ##/href="?#([^" >]+)/##) {
    let address = String(match.1).removingPercentEncoding ?? ""
    #expect(anchors.contains(address), "\(address)")
  }
}

/// What a deletion does to other rows.
@Test func deletionsAreExplained() throws {
  let text = try documentation(chain, DocsOptions())
  #expect(text.contains("<b>deletes</b><span><a href=#B>B</a></span>"))
  #expect(text.contains("<b>refused by</b><span><a href=#A.b><code>A.b</code></a></span>"))
}

/// Every address on a page leads to something on it.
@Test(arguments: ["household", "hospital", "everything", "community", "support", "articles", "naughty"])
func addressesLeadSomewhere(_ name: String) throws {
  expectAnchors(in: try documentation([try sample("Samples/\(name).igata")], DocsOptions()))
}

/// Above 60 models, the diagram of all has names only, and each model has one with its fields.
@Test(arguments: [60, 61])
func manyModelsAreNames(_ count: Int) throws {
  let text = (0..<count).map { "model M\($0) {\n  id: Int64 @primaryKey\n  next: M\(max($0 - 1, 0))?\n}\n" }.joined()
  let page = try documentation(text, DocsOptions())
  let overview = try #require(page.components(separatedBy: "</figure>").first)
  let showsFields = overview.contains("class=\"f\"")
  #expect(showsFields == (count == 60))
  let hasDiagramOfModel = page.contains("aria-label=\"M7 and the models beside it\"")
  #expect(hasDiagramOfModel)
}

/// Templates of the user replace those of the page, and their style and script are still allowed.
@Test func templatesOfDocsAreReplaced() throws {
  var sources = Sources([SourceFile(name: "shop.igata", text: chain)])
  sources.templates = [
    TemplateSource(name: "html/script", file: SourceFile(name: "script.mustache", text: "console.log(1 < 2 && \"x\")"))
  ]
  let result = document(compile(sources, through: .schema), sources, DocsOptions())
  let text = String(decoding: try #require(result.files.first).bytes, as: UTF8.self)
  #expect(text.contains("<script>console.log(1 < 2 && \"x\")</script>"))
  // printf 'console.log(1 < 2 && "x")' | openssl dgst -sha256 -binary | base64
  #expect(text.contains("script-src 'sha256-ryjQZZo+OqkV92//E9P4GbYJjk7YmZW0kB07gJ48nMo='"))
  sources.templates = [TemplateSource(name: "html/end", file: SourceFile(name: "end.mustache", text: "{{nothing}}"))]
  let broken = document(compile(sources, through: .schema), sources, DocsOptions())
  #expect(broken.diagnostics.map(\.kind.id) == ["unknown-name"] && broken.files.isEmpty)
}
