import IgataDiagnostics
import IgataTemplateLanguage
import IgataTemplates

/// The templates of a compilation: the built-in ones, and the custom ones that replace some of them.
struct LoadedTemplates {
  let set: TemplateSet
  /// The sources of the built-in templates, which come after all other files.
  let builtInSources: [SourceFile]
  let diagnostics: [Diagnostic]
}

/// Compiles the templates that a plan needs.
///
/// If there are no custom templates, only the built-in templates that the outputs use are compiled.
func loadTemplates(for plan: Plan, _ sources: Sources) -> LoadedTemplates {
  loadTemplates(plan.outputs.map(\.template), sources.templates, firstFile: sources.firstTemplateIndex)
}

/// Compiles the given templates, those that they include, and the custom ones.
///
/// - Parameters:
///   - roots: The names of the templates to be rendered.
///   - sources: The custom templates.
///   - own: A template that isn't part of the files of either.
///   - firstFile: The number of the first template in the ranges of diagnostics.
func loadTemplates(
  _ roots: [String], _ sources: [TemplateSource], own: TemplateSource? = nil, firstFile: Int = 0
) -> LoadedTemplates {
  var loader = TemplateLoader(firstFile: firstFile)
  let builtIn: [Template]
  let custom: [Template]
  if sources.isEmpty {
    custom = []
    builtIn = loader.addBuiltIn(reachedFrom: roots)
  } else {
    custom = sources.map { loader.add($0) }
    builtIn = TemplateSource.builtIn(replacedBy: sources).map { loader.add($0) }
  }
  // If several templates have the same name, the last one is used.
  let set = TemplateSet(builtIn + custom + (own.map { [loader.add($0)] } ?? []))
  var diagnostics = loader.diagnostics
  if !custom.isEmpty, diagnostics.isEmpty {
    diagnostics = set.uselessBlocks.map { .unknownBlock($0.name, existing: set.blocks, at: $0.range) }
  }
  let builtInSources = loader.sources.dropFirst(sources.count)
  return LoadedTemplates(set: set, builtInSources: Array(builtInSources), diagnostics: diagnostics)
}

/// Reports the custom outputs whose template doesn't exist.
func missingTemplates(_ plan: Plan, _ templates: TemplateSet) -> [Diagnostic] {
  let existing = Set(templates.names)
  var reported: Set<SourceRange> = []
  return plan.outputs.filter { !existing.contains($0.template) }.compactMap { output in
    guard reported.insert(output.request).inserted else { return nil }
    return .missingTemplate(output.template, existing: templates.names, at: output.request)
  }
}

private struct TemplateLoader {
  let firstFile: Int
  private(set) var sources: [SourceFile] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(firstFile: Int) { self.firstFile = firstFile }

  mutating func add(_ source: TemplateSource) -> Template {
    let (template, found) = compile(source.file, as: source.name, file: firstFile + sources.count)
    sources.append(source.file)
    diagnostics += found
    return template
  }

  /// Compiles the built-in templates in `roots` and those that they include, directly or indirectly. Compiles all of
  /// them if the name of an included template is read from data.
  mutating func addBuiltIn(reachedFrom roots: [String]) -> [Template] {
    var templates: [Template] = []
    var missing = roots
    var known: Set<String> = []
    while let name = missing.popLast() {
      guard known.insert(name).inserted, let source = TemplateSource(builtIn: name) else { continue }
      let template = add(source)
      guard let inclusions = template.inclusions else {
        self = TemplateLoader(firstFile: firstFile)
        return TemplateSource.builtIn.map { add($0) }
      }
      templates.append(template)
      missing += inclusions
    }
    return templates
  }
}

extension TemplateSource {
  /// The built-in templates.
  static var builtIn: [TemplateSource] { BuiltInTemplates.all.map(TemplateSource.init(builtIn:)) }

  /// The built-in templates. Those that `custom` replaces are also available as `igata/NAME`, so that custom templates
  /// can include them or override single blocks.
  static func builtIn(replacedBy custom: [TemplateSource]) -> [TemplateSource] {
    let replaced = Set(custom.map(\.name))
    let originals = builtIn.filter { replaced.contains($0.name) }
    return builtIn + originals.map { TemplateSource(name: "igata/\($0.name)", file: $0.file) }
  }

  /// Creates the built-in template with the given name, or returns `nil` if there is none.
  init?(builtIn name: String) {
    guard let found = BuiltInTemplates.all.first(where: { $0.name == name }) else { return nil }
    self.init(builtIn: found)
  }

  private init(builtIn template: BuiltInTemplate) {
    let file = SourceFile(name: "built-in \(template.name).mustache", text: template.text)
    self.init(name: template.name, file: file)
  }
}
