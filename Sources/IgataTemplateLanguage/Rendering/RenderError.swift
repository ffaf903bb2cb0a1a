import IgataDiagnostics

/// Why a template could not be rendered.
public struct RenderError: Error, Sendable {
  /// The template that the error is in.
  public let template: String
  /// What is wrong, at its place in that template, with the names that would have been right.
  public let diagnostic: Diagnostic
  /// The name that is not there, where that is what is wrong.
  public let name: String?
  /// The names that are there instead.
  public let candidates: [String]

  init(template: String, diagnostic: Diagnostic, name: String? = nil, candidates: [String] = []) {
    self.template = template
    self.diagnostic = diagnostic
    self.name = name
    self.candidates = candidates
  }
}
