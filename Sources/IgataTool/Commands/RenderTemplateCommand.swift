import IgataDiagnostics
import IgataGeneration
import IgataTemplateLanguage

extension OptionRule {
  fileprivate static let data = OptionRule(
    "data", .path("FILE.json"), "the data, as JSON; '-' is standard input", suggestions: .files(ending: ".json"))
  fileprivate static let partials = OptionRule(
    "partials", .path("DIR"), "the folder of the templates that TEMPLATE includes", suggestions: .folders)
  fileprivate static let escape = OptionRule(
    "escape", .choice(["html", "none"]), "how {{name}} is escaped (default: html)")
  fileprivate static let lenient = OptionRule.flag(
    "lenient", "print nothing for missing names, as the Mustache\nspecification requires")
}

extension Command {
  static let renderTemplate = Command(
    name: "render", purpose: "render a Mustache template with JSON data",
    operands: Operands(label: "TEMPLATE", count: 1...1, suggestions: .files(ending: TemplateSource.ending)),
    options: [.data, .partials, .escape, .lenient, .report],
    notes: "TEMPLATE is a file, or '-' for standard input.", printsProduct: { _ in true }, run: runRenderTemplate)
}

private func runRenderTemplate(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  guard let dataPath = invocation.text(.data) else {
    throw Failure(.usage, "'templates render' requires --data FILE.json")
  }
  let path = invocation.operands.first ?? ""
  if path == Inputs.standardInput, dataPath == path {
    throw Failure(.usage, "the template and the data can't both come from standard input")
  }
  let partials = try invocation.text(.partials).map { folder throws(Failure) in
    try TemplateSource.read(in: folder, mayBeEmpty: true)
  } ?? []
  let template = try readSource(path)
  let data = try readSource(dataPath)
  let sources = partials.map(\.file) + [template, data]
  let name = PathText.base(path, without: TemplateSource.ending)
  var templates: [Template] = []
  var (json, diagnostics) = parseJSON(data, file: sources.count - 1)
  for (index, source) in (partials + [TemplateSource(name: name, file: template)]).enumerated() {
    let (compiled, found) = compile(source.file, as: source.name, file: index)
    templates.append(compiled)
    diagnostics += found
  }
  try console.report(diagnostics, in: sources)
  guard let json else { throw .fault("JSON without a value and without an error") }
  console.write(try render(TemplateValue(json), name, TemplateSet(templates), invocation, sources, console))
  return .success
}

private func readSource(_ path: String) throws(Failure) -> SourceFile {
  do {
    return path == Inputs.standardInput
      ? SourceFile(name: Inputs.nameOfStandardInput, bytes: try FileSystem.read(Process.standardInput))
      : SourceFile(name: path, bytes: try FileSystem.read(path))
  } catch {
    throw .unreadable(path, error)
  }
}

private func render(
  _ value: TemplateValue, _ name: String, _ templates: TemplateSet, _ invocation: Invocation, _ sources: [SourceFile],
  _ console: Console
) throws(Failure) -> [UInt8] {
  let options = RenderOptions(
    mode: invocation.has(.lenient) ? .lenient : .strict, escape: invocation.text(.escape) == "none" ? .none : .html)
  var renderer = Renderer(templates, options: options)
  var output: [UInt8] = []
  do throws(RenderError) {
    try renderer.render(name, value: value, into: &output)
  } catch {
    try console.report(error.diagnostics, in: sources)
    throw .fault("a template that can't be rendered, without an error")
  }
  return output
}
