import IgataDiagnostics
import IgataSchema
import IgataTemplateLanguage

/// Documents a schema: a page, or one of the other forms, as the only file of the result.
///
/// - Parameter compilation: The schema, compiled from `sources` without errors.
public func document(_ compilation: Compilation, _ sources: Sources, _ options: DocsOptions) -> Compilation {
  var result = compilation
  let selection = DocsSelection(compilation.schema, options)
  let main = DocsTemplates.main(options.format)
  let templates = loadTemplates(
    [main] + DocsTemplates.parts(options.format), sources.templates, firstFile: sources.firstTemplateIndex)
  result.addSources(templates.builtInSources)
  result.report(templates.diagnostics)
  guard result.isValid else { return result }
  do throws(RenderError) {
    let scope = DocsScope(compilation, sources, selection, options)
    var plain = Renderer(templates.set, options: RenderOptions(mode: .strict, escape: .none))
    let parts = try DocsParts(scope, options.format, &plain)
    var renderer = Renderer(
      templates.set, options: RenderOptions(mode: .strict, escape: options.format.isMarkup ? .html : .none))
    var bytes: [UInt8] = []
    try renderer.render(main, scope.page(parts), into: &bytes)
    let origin = OutputOrigin(.outputs, files: Array(sources.schemas.indices))
    result.files = [RenderedFile(path: "\(scope.title).\(options.format.ending)", bytes: bytes, origin: origin)]
    return result
  } catch {
    return result.reporting(error.diagnostics)
  }
}

/// The names of the templates of documentation.
enum DocsTemplates {
  static let swift = "html/swift"
  static let style = "html/style"
  static let script = "html/script"
  static let diagramStyle = "svg/style"

  /// The template of a whole file.
  static func main(_ format: DocsFormat) -> String {
    switch format {
    case .html: "html/page"
    case .svg: "svg/file"
    case .mermaid: "mermaid/file"
    case .dot: "dot/file"
    case .dbml: "dbml/file"
    case .d2: "d2/file"
    case .markdown: "markdown/file"
    }
  }

  /// The templates that are rendered before the file, and become part of it.
  static func parts(_ format: DocsFormat) -> [String] {
    switch format {
    case .html: [swift, style, script, diagramStyle]
    case .svg: [diagramStyle]
    case .mermaid, .dot, .dbml, .d2, .markdown: []
    }
  }
}

extension DocsFormat {
  /// Whether values are escaped for HTML and XML.
  var isMarkup: Bool { self == .html || self == .svg }
}
