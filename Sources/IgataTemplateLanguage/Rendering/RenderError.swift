public import IgataDiagnostics

/// Why a template could not be rendered.
public struct RenderError: Error, Sendable {
  /// The errors, in the order in which they were found, each with its location in a template. Never empty.
  ///
  /// An unknown name doesn't stop a rendering, so one run finds all of them. An endless inclusion does.
  public let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
