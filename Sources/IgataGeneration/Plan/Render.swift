public import IgataDiagnostics
public import IgataTemplateLanguage

/// A file to be written.
public struct RenderedFile: Sendable {
  /// The path relative to the output folder, with `/` as the separator.
  public let path: String
  public let bytes: [UInt8]
  /// The part of the run that the file belongs to.
  public let origin: OutputOrigin
}

/// Renders every output of the plan. If a template fails, there are no files, and the ranges of the diagnostics refer
/// to the sources of the templates.
public func render(_ plan: Plan, templates: TemplateSet) -> (files: [RenderedFile], diagnostics: [Diagnostic]) {
  var plain = Renderer(templates, options: RenderOptions(mode: .strict, escape: .none))
  var html =
    plan.outputs.contains { $0.escape == .html }
    ? Renderer(templates, options: RenderOptions(mode: .strict, escape: .html)) : nil
  var files: [RenderedFile] = []
  for output in plan.outputs {
    var bytes: [UInt8] = []
    // Swift is about 14 times as long as its schema. Memory that isn't needed is never touched, but without room, the
    // output would be copied each time its size doubles.
    bytes.reserveCapacity(16 * output.sourceSize)
    do throws(RenderError) {
      if output.escape == .html {
        try html?.render(output.template, output.view, into: &bytes)
      } else {
        try plain.render(output.template, output.view, into: &bytes)
      }
    } catch {
      return ([], error.diagnostics)
    }
    files.append(RenderedFile(path: output.path, bytes: bytes, origin: output.origin))
  }
  return (files, [])
}
