public import IgataDiagnostics
public import IgataTemplateLanguage
import IgataTemplates

/// One file to be written.
public struct RenderedFile: Sendable {
  /// The path below the output folder, with `/` between its parts.
  public let path: String
  public let bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// The texts of the built-in templates, each named as the templates name each other.
public func builtInTemplateSources() -> [SourceFile] {
  BuiltInTemplates.all.map { SourceFile(name: $0.name, text: $0.text) }
}

/// Compiles templates whose names are those of their sources. Of two with one name the later counts, so that a
/// user's own can follow the built-in ones. Ranges of the diagnostics refer to `sources`.
public func compileTemplates(_ sources: [SourceFile]) -> (templates: TemplateSet, diagnostics: [Diagnostic]) {
  var diagnostics: [Diagnostic] = []
  let templates = sources.enumerated().map { index, source in
    let (template, found) = compile(source, as: source.name, file: index)
    diagnostics += found
    return template
  }
  return (TemplateSet(templates), diagnostics)
}

/// Prints every output of the plan. Where a template fails there are no files, and the diagnostic's range refers to
/// the sources that the templates were compiled from.
public func render(_ plan: Plan, templates: TemplateSet) -> (files: [RenderedFile], diagnostics: [Diagnostic]) {
  var renderer = Renderer(templates, options: RenderOptions(mode: .strict, escape: .none))
  var buffer: [UInt8] = []
  var files: [RenderedFile] = []
  for output in plan.outputs {
    buffer.removeAll(keepingCapacity: true)
    do throws(RenderError) {
      try renderer.render(output.template, output.view, into: &buffer)
    } catch {
      return ([], [error.diagnostic])
    }
    files.append(RenderedFile(path: output.path, bytes: buffer))
  }
  return (files, [])
}
