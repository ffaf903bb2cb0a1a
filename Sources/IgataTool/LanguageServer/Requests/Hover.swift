import IgataDiagnostics
import IgataEditing

extension LanguageServer {
  mutating func hover(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters) else { return .null }
    let renderer = workspace.renderer(document.key)
    try continueUnlessCancelled()
    let dialects = workspace.project(document.key).dialects
    guard let hover = document.snapshot.hover(at: location, renderer: renderer, dialects: dialects) else {
      return .null
    }
    let format = client.hoverFormat
    let text = hover.parts.compactMap { part in
      switch part {
      case .code(let text, let language): format == .markdown ? Self.fenced(text, language) : text
      case .text(let text): text
      case .page(let id): DiagnosticKind.page(of: id)
      }
    }.joined(separator: "\n\n")
    return JSONBuilder.tree { builder in
      builder.key("contents", format.tree(text))
      builder.key("range", document.tree(hover.range))
    }
  }

  /// A block of code, with a fence that the code doesn't contain.
  private static func fenced(_ code: String, _ language: String) -> String {
    var fence = "```"
    while code.contains(fence) { fence += "`" }
    return "\(fence)\(language)\n\(code)\(code.hasSuffix("\n") ? "" : "\n")\(fence)"
  }
}
