public import IgataDiagnostics

/// Why a template could not be rendered.
public struct RenderError: Error, Sendable {
  /// What is wrong, each at its place in a template, in the order in which the rendering came to it; never empty.
  ///
  /// A name that is not there does not end a rendering: all of them are found in one. An inclusion without end does.
  public let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
