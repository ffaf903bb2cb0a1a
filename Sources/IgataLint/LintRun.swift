public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax

/// The result of parsing, resolving and linting schema files.
public struct LintRun: Sendable {
  public let sources: ResolvedSources
  public let report: LintReport

  /// - Parameters:
  ///   - isComplete: Whether these are all files of the schema. If some are missing, nothing is reported that could be
  ///     a result of that, such as unknown types or unused declarations.
  public init(
    _ files: [SourceFile], _ settings: LintSettings, options: ResolveOptions = ResolveOptions(), isComplete: Bool = true
  ) {
    self.init(ResolvedSources(files, options: options, isComplete: isComplete), settings)
  }

  public init(_ sources: ResolvedSources, _ settings: LintSettings) {
    self.sources = sources
    report = sources.lint(settings)
  }

  public var files: [SourceFile] { sources.files }
  public var trees: [SyntaxTree] { sources.trees }
  /// The errors of the language, in source order.
  public var errors: [Diagnostic] { sources.errors }
  public var declared: Declarations { sources.declared }

  /// The findings of the language and of the rules, in source order.
  public var diagnostics: [Diagnostic] {
    errors.isEmpty ? report.findings : (errors + report.findings).sortedInSourceOrder()
  }
}

extension ResolvedSources {
  /// The findings of the rules, without the errors of the language.
  public func lint(_ settings: LintSettings) -> LintReport {
    let brokenFiles = Set(errors.filter { $0.severity == .error }.map(\.range.file))
    return IgataLint.lint(declared, settings, brokenFiles: brokenFiles, isComplete: isComplete)
  }
}
