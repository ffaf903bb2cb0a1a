import Foundation
import IgataDiagnostics
import IgataGeneration
import IgataSchema
import IgataSyntax
import IgataTemplateLanguage
import IgataTemplates
import Testing

/// Runs the whole pipeline over the schemas of a folder.
func generate(
  folder: URL, order: (String, String) -> Bool = (<), named isWanted: (String) -> Bool = { _ in true },
  options: GenerationOptions = GenerationOptions()
) throws -> [RenderedFile] {
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".igata") && isWanted($0) }.sorted(by: order)
  return try generate(
    names.map { SourceFile(name: $0, bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))) },
    options: options)
}

func generate(_ sources: [SourceFile], options: GenerationOptions = GenerationOptions()) throws -> [RenderedFile] {
  var diagnostics: [Diagnostic] = []
  let trees = sources.enumerated().map { index, source in
    let (tree, found) = parse(source, file: index)
    diagnostics += found
    return tree
  }
  let (schema, found) = resolve(trees, options: ResolveOptions())
  diagnostics += found
  try #require(diagnostics.isEmpty, "\(renderText(diagnostics, files: sources, colour: false))")
  let (plan, problems) = plan(
    schema, sources: sources.map { String($0.name.dropLast(".igata".count)) }, options: options)
  try #require(!problems.contains { $0.severity == .error })
  let templateSources = builtInTemplateSources()
  let (templates, mistakes) = compileTemplates(templateSources)
  try #require(mistakes.isEmpty, "\(renderText(mistakes, files: templateSources, colour: false))")
  let (files, failures) = render(plan, templates: templates)
  try #require(failures.isEmpty, "\(renderText(failures, files: templateSources, colour: false))")
  return files
}

/// The texts of the built-in templates, each named as the templates name each other.
func builtInTemplateSources() -> [SourceFile] {
  BuiltInTemplates.all.map { SourceFile(name: $0.name, text: $0.text) }
}

/// Compiles templates whose names are those of their sources. Of two with one name the later counts, so that a
/// user's own can follow the built-in ones. Ranges of the diagnostics refer to `sources`.
func compileTemplates(_ sources: [SourceFile]) -> (templates: TemplateSet, diagnostics: [Diagnostic]) {
  var diagnostics: [Diagnostic] = []
  let templates = sources.enumerated().map { index, source in
    let (template, found) = compile(source, as: source.name, file: index)
    diagnostics += found
    return template
  }
  return (TemplateSet(templates), diagnostics)
}
