public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax

/// What ``compile(_:_:through:)`` made of the sources.
public struct Compilation: Sendable {
  /// The files that the ranges of ``diagnostics`` refer to.
  public private(set) var sources: [SourceFile]
  /// The syntax tree of each schema file.
  public internal(set) var trees: [SyntaxTree] = []
  /// The schema that all files declare, as far as they can be understood.
  public internal(set) var schema: Schema
  /// The outputs, without their contents.
  public internal(set) var plan = Plan(outputs: [])
  /// The outputs; empty if there is an error.
  public internal(set) var files: [RenderedFile] = []
  /// Errors and warnings in the order of the stages, and for each stage in the order of the source.
  public private(set) var diagnostics: [Diagnostic] = []

  /// Where the built-in templates begin among ``sources`` if they are the only templates.
  private let firstBuiltIn: Int?

  init(_ sources: Sources) {
    self.sources = sources.all
    firstBuiltIn = sources.templates.isEmpty ? self.sources.count : nil
    schema = Schema(fileCount: sources.schemas.count)
  }

  /// Whether there is no error.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }

  /// Whether there is an error in a built-in template although the user has none of their own.
  public var hasBrokenBuiltInTemplate: Bool {
    guard let firstBuiltIn else { return false }
    return diagnostics.contains { $0.severity == .error && $0.range.file >= firstBuiltIn }
  }

  mutating func addSources(_ more: [SourceFile]) { sources += more }

  /// Appends the diagnostics of a stage.
  mutating func report(_ found: [Diagnostic]) { diagnostics += found.sortedInSourceOrder() }

  /// The compilation with the diagnostics of its last stage.
  consuming func reporting(_ found: [Diagnostic]) -> Compilation {
    report(found)
    return self
  }
}
