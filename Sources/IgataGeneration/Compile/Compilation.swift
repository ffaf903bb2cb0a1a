public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax

/// The result of ``compile(_:_:through:)``.
public struct Compilation: Sendable {
  /// The files that the ranges of ``diagnostics`` refer to.
  public private(set) var sources: [SourceFile]
  /// The syntax tree of each schema file.
  public internal(set) var trees: [SyntaxTree] = []
  /// The schema that all files declare, as far as it could be resolved.
  public internal(set) var schema: Schema
  /// The planned outputs, without their contents.
  public internal(set) var plan = Plan(outputs: [])
  /// The outputs. Empty if there is an error.
  public internal(set) var files: [RenderedFile] = []
  /// Errors and warnings in the order of the stages, and within each stage in source order.
  public private(set) var diagnostics: [Diagnostic] = []

  /// The index of the first built-in template among ``sources``, if all templates are built-in.
  private let firstBuiltIn: Int?

  init(_ sources: Sources) {
    self.sources = sources.all
    firstBuiltIn = sources.templates.isEmpty ? self.sources.count : nil
    schema = Schema(fileCount: sources.schemas.count)
  }

  /// Whether there are no errors.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }

  /// Whether a built-in template has an error although there are no custom templates.
  public var hasBrokenBuiltInTemplate: Bool {
    guard let firstBuiltIn else { return false }
    return diagnostics.contains { $0.severity == .error && $0.range.file >= firstBuiltIn }
  }

  mutating func addSources(_ more: [SourceFile]) { sources += more }

  /// Appends the diagnostics of a stage.
  mutating func report(_ found: [Diagnostic]) { diagnostics += found.sortedInSourceOrder() }

  /// Returns the compilation with the diagnostics of its last stage.
  consuming func reporting(_ found: [Diagnostic]) -> Compilation {
    report(found)
    return self
  }
}
