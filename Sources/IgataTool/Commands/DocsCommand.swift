import IgataDiagnostics
import IgataGeneration
import IgataLint
import IgataSchema

extension OptionRule {
  fileprivate static let file = OptionRule(
    "output", short: "o", .path("FILE|DIR"), "the file to write, or its folder (default: print to standard output)")
  fileprivate static let docsFormat = OptionRule(
    "format", .choice(DocsFormat.allCases.map(\.rawValue)), "the form of the documentation (default: html)")
  fileprivate static let title = OptionRule(
    "title", .text("TEXT"), "the title (default: the name of the schema, or of its folder)")
  fileprivate static let around = OptionRule("around", .text("MODEL"), "document only this model and its neighbors")
  fileprivate static let depth = OptionRule(
    "depth", .text("N"), "the number of relations that '--around' follows (default: 1)")
  fileprivate static let lint = OptionRule.flag("lint", "list the findings of the linter at the end of the page")
}

extension Command {
  static let docs = Command(
    name: "docs", purpose: "write a page that documents a schema, with a diagram", operands: .schemas,
    options: [.file, .docsFormat, .title, .around, .depth, .dialect, .lint, .templates, .check, .report],
    notes: """
      The page is one HTML file that needs nothing else: no network, no fonts, and no scripts of others.
      It works without scripts, too; they add a search, filters, zooming and a choice of themes.

      html      everything about models, enums, types and structs, with a diagram
      svg       the diagram as an image
      mermaid   the diagram in the language of Mermaid, which GitHub and GitLab draw
      dot       the diagram in the language of Graphviz
      dbml      the tables in the first of the engines, in the language of DBML
      d2        the diagram in the language of D2
      markdown  a table for each model

      Above 500 models, a page has no statements of SQL unless '--dialect' or igata.json asks for them.
      In a folder, the file has the name of the schema. A file that igata docs did not write is not
      replaced. The templates html, svg, mermaid, dot, dbml, d2 and markdown can be replaced like all
      others; see 'igata templates'.
      """,
    printsProduct: { !$0.has(.file) || $0.has(.check) }, run: runDocs)
}

private func runDocs(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  if invocation.has(.check), !invocation.has(.file) { throw Failure(.usage, "option '--check' requires '--output'") }
  let inputs = try Inputs.read(invocation.operands, console)
  var sources = inputs.sources
  if let folder = invocation.text(.templates) ?? inputs.configuration.value(of: .templates) {
    let project = invocation.has(.templates) ? nil : inputs.configuration.project
    sources.templates = try TemplateSource.read(in: folder, below: project)
  }
  let compilation = compile(sources, GenerationOptions(names: inputs.configuration.names), through: .schema)
  try console.report(compilation)
  let options = try docsOptions(invocation, inputs, compilation)
  let documentation = document(compilation, sources, options)
  Process.keep(compilation)
  try console.report(documentation)
  guard let file = documentation.files.first else { throw .fault("a page without content") }
  warnOfLength(of: file, options, console)
  guard let output = invocation.text(.file) else {
    console.write(file.bytes)
    return .success
  }
  return try DocsOutput(path: output, name: file.path).update(file.bytes, onlyChecks: invocation.has(.check), &console)
}

/// Mermaid shows an error in place of a longer text, unless its setting `maxTextSize` allows it. It counts as
/// JavaScript does.
private func warnOfLength(of file: RenderedFile, _ options: DocsOptions, _ console: Console) {
  guard options.format == .mermaid else { return }
  let most = 50_000
  let count = String(decoding: file.bytes, as: UTF8.self).utf16.count
  guard count > most else { return }
  console.warn(
    "the diagram has \(count) characters, and Mermaid draws at most \(most); '--around MODEL' draws a part of "
      + "it, and '--format svg' all of it")
}

private func docsOptions(
  _ invocation: Invocation, _ inputs: Inputs, _ compilation: Compilation
) throws(Failure) -> DocsOptions {
  var options = DocsOptions(title: invocation.text(.title), folder: PathText.name(inputs.root))
  // The parser accepts only valid forms and engines.
  if let names = invocation.parts(.dialect) ?? inputs.configuration[.dialect] {
    options.dialects = names.compactMap { Dialect(rawValue: $0) }
  }
  if let format = invocation.text(.docsFormat).flatMap({ DocsFormat(rawValue: $0) }) { options.format = format }
  if let name = invocation.text(.around) {
    let names = compilation.schema.models.map(\.name)
    guard names.contains(name) else {
      let help = nearest(name, in: names).map { "; did you mean '\(visible($0))'?" } ?? ""
      throw Failure(.usage, "there is no model '\(visible(name))'\(help)")
    }
    options.around = name
  }
  if let text = invocation.text(.depth) {
    guard options.around != nil else { throw Failure(.usage, "option '--depth' requires '--around'") }
    guard let depth = Int(text), (0...100).contains(depth) else {
      throw Failure(.usage, "option '--depth' can't be '\(visible(text))'; use a number from 0 to 100")
    }
    options.depth = depth
  }
  if invocation.has(.lint) { options.findings = findings(invocation, inputs) }
  return options
}

/// The findings of the linter with the settings of `igata.json`, in source order.
private func findings(_ invocation: Invocation, _ inputs: Inputs) -> [DocsFinding] {
  let settings = lintSettings(invocation, inputs.configuration)
  let run = LintRun(inputs.schemas, settings, options: ResolveOptions(names: inputs.configuration.names))
  var locations = SourceLocations(inputs.sources.schemasByPath)
  return run.declared.gatherHouseStyles(run.diagnostics).map { finding in
    let location = locations.location(of: finding.range).map { "\($0.file.name):\($0.start.line)" }
    return DocsFinding(
      rule: finding.kind.id, severity: finding.severity.rawValue, message: finding.message, location: location ?? "")
  }
}
