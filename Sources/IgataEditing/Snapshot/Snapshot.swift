public import IgataDiagnostics
public import IgataLint
public import IgataSchema
public import IgataSyntax

/// One state of the files of a project: parsed, resolved, and with the occurrences of all names.
///
/// A snapshot is immutable. All requests of an editor are functions of a snapshot and a location in it. They accept
/// every location and every file, however broken.
public struct Snapshot: Sendable {
  /// The files, trees, errors of the language, and the index of the schema.
  public let sources: ResolvedSources
  /// The occurrences of names in each file, in source order.
  public let occurrences: [[NameUse]]

  /// - Parameters:
  ///   - files: All files of the project. Ranges refer to them by index.
  ///   - isComplete: Whether these are all files of the schema. If some are missing, unknown types aren't reported.
  ///   - previous: The snapshot before an edit. The trees of files that haven't changed are taken from it.
  public init(
    _ files: [SourceFile], options: ResolveOptions = ResolveOptions(), isComplete: Bool = true,
    previous: Snapshot? = nil
  ) {
    sources = ResolvedSources(files, options: options, isComplete: isComplete, previous: previous?.sources)
    occurrences = sources.declared.occurrences
  }

  public var files: [SourceFile] { sources.files }
  /// Parallel to ``files``.
  public var trees: [SyntaxTree] { sources.trees }
  /// The errors of the language, in source order.
  public var errors: [Diagnostic] { sources.errors }
  public var declared: Declarations { sources.declared }
  public var schema: Schema { sources.declared.schema }
  public var isComplete: Bool { sources.isComplete }

  /// The findings of the rules, without the errors of the language.
  public func findings(_ settings: LintSettings) -> LintReport { sources.lint(settings) }
}
