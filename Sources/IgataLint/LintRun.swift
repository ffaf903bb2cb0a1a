public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax

/// The result of parsing, resolving and linting schema files.
public struct LintRun: Sendable {
  public let files: [SourceFile]
  public let trees: [SyntaxTree]
  /// The errors of the language, in source order.
  public let errors: [Diagnostic]
  public let index: SchemaIndex
  public let report: LintReport

  /// - Parameters:
  ///   - isComplete: Whether these are all files of the schema. If some are missing, nothing is reported that could be
  ///     a result of that, such as unknown types or unused declarations.
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

  /// The findings of the language and of the rules, in source order.
  public var diagnostics: [Diagnostic] {
    errors.isEmpty ? report.findings : (errors + report.findings).sortedInSourceOrder()
  }
}
