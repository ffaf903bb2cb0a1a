public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax

/// Schema files taken through the parser, the resolver and the rules.
public struct LintRun: Sendable {
  public let files: [SourceFile]
  public let trees: [SyntaxTree]
  /// What the language itself has against the files, in the order of the source.
  public let errors: [Diagnostic]
  public let index: SchemaIndex
  public let report: LintReport

  /// - Parameters:
  ///   - isComplete: Whether these are all files of the schema. If some are missing, nothing is said that could be
  ///     their absence's doing: no type that is not found, no declaration that nobody uses.
  public init(
    _ files: [SourceFile], _ settings: LintSettings, options: ResolveOptions = ResolveOptions(), isComplete: Bool = true
  ) {
    let (trees, syntaxErrors) = parse(files)
    let (schema, found) = resolve(trees, options: options, syntaxErrors: syntaxErrors)
    let errors = syntaxErrors + (isComplete ? found : found.filter { $0.kind != .unknownType })
    self.files = files
    self.trees = trees
    self.errors = errors.sortedInSourceOrder()
    index = SchemaIndex(schema, trees: trees)
    let brokenFiles = Set(errors.filter { $0.severity == .error }.map(\.range.file))
    report = lint(index, settings, brokenFiles: brokenFiles, isComplete: isComplete)
  }

  /// What the language and the rules say, in the order of the source.
  public var diagnostics: [Diagnostic] {
    errors.isEmpty ? report.findings : (errors + report.findings).sortedInSourceOrder()
  }
}
