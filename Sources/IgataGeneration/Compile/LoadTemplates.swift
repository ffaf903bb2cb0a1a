import IgataDiagnostics
import IgataTemplateLanguage
import IgataTemplates

/// The templates of a compilation: the built-in ones, and those of the user in place of some of them.
struct LoadedTemplates {
  let set: TemplateSet
  /// The sources of the built-in templates, which follow all other files.
  let builtInSources: [SourceFile]
  let diagnostics: [Diagnostic]
}

/// Compiles the templates that a plan needs.
///
/// Without templates of the user, only those built-in ones are compiled that the outputs reach.
func loadTemplates(for plan: Plan, _ sources: Sources) -> LoadedTemplates {
  var loader = TemplateLoader(firstFile: sources.firstTemplateIndex)
  let builtIn: [Template]
  let custom: [Template]
  if sources.templates.isEmpty {
    custom = []
    builtIn = loader.addBuiltIn(reachedFrom: plan.outputs.map(\.template))
  } else {
    custom = sources.templates.map { loader.add($0) }
    builtIn = TemplateSource.builtIn(replacedBy: sources.templates).map { loader.add($0) }
  }
  // Of templates with the same name the last one counts.
  let set = TemplateSet(builtIn + custom)
  var diagnostics = loader.diagnostics
  if !custom.isEmpty, diagnostics.isEmpty {
    diagnostics = set.uselessBlocks.map { .unknownBlock($0.name, existing: set.blocks, at: $0.place) }
  }
  let builtInSources = loader.sources.dropFirst(sources.templates.count)
  return LoadedTemplates(set: set, builtInSources: Array(builtInSources), diagnostics: diagnostics)
}

/// Reports the custom outputs whose template does not exist.
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

  /// Compiles the built-in templates that are `roots` or that these include; all of them if data decides what a
  /// template includes.
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

  /// The built-in templates, and a second time under `igata/NAME` those that `custom` replaces: these can still be
  /// included, or have single blocks replaced.
  static func builtIn(replacedBy custom: [TemplateSource]) -> [TemplateSource] {
    let replaced = Set(custom.map(\.name))
    let originals = builtIn.filter { replaced.contains($0.name) }
    return builtIn + originals.map { TemplateSource(name: "igata/\($0.name)", file: $0.file) }
  }

  /// The built-in template of a name, or `nil` if there is none.
  init?(builtIn name: String) {
    guard let found = BuiltInTemplates.all.first(where: { $0.name == name }) else { return nil }
    self.init(builtIn: found)
  }

  private init(builtIn template: (name: String, text: String)) {
    let file = SourceFile(name: "igata's own \(template.name).mustache", text: template.text)
    self.init(name: template.name, file: file)
  }
}
