import IgataDiagnostics

extension Renderer {
  /// How many of the tags that led to the error are shown with it.
  private static let trail = 4

  func unknownName(_ name: String, candidates: [String]) -> RenderError {
    error(.unknownName(name, existing: candidates, at: place), name: name, candidates: candidates)
  }

  func unknownTemplate(_ name: String) -> RenderError {
    error(.unknownTemplate(name, existing: templates.names, at: place), name: name, candidates: templates.names)
  }

  /// The error of a rendering whose own template is unknown: it has no place in any text.
  func unknownTemplate(rendering name: String) -> RenderError {
    let start = SourceRange(file: 0, start: 0, end: 0)
    let diagnostic = Diagnostic.unknownTemplate(name, existing: templates.names, at: start)
    return RenderError(template: name, diagnostic: diagnostic, name: name, candidates: templates.names)
  }

  func unprintable(_ name: NameReference, _ value: TemplateValue) -> RenderError {
    error(.unprintableValue(templates.code.text(of: name), value.noun, at: place))
  }

  func endlessInclusion() -> RenderError {
    error(.endlessInclusion(templates.template(ofOperation: position), limit: options.limits.depth, at: place))
  }

  func endlessIndentation() -> RenderError {
    error(.endlessIndentation(templates.template(ofOperation: position), limit: options.limits.indentation, at: place))
  }

  func endlessRendering() -> RenderError { error(.endlessRendering(at: place)) }

  private var place: SourceRange { templates.code.places[position] }

  private func error(_ diagnostic: Diagnostic, name: String? = nil, candidates: [String] = []) -> RenderError {
    var diagnostic = diagnostic
    diagnostic.related = calls.calls.suffix(Self.trail).reversed().map {
      Diagnostic.Related(templates.code.places[$0.caller], "included from here")
    }
    return RenderError(
      template: templates.template(ofOperation: position), diagnostic: diagnostic, name: name, candidates: candidates)
  }
}
