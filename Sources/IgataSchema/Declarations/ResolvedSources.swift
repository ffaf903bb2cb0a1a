public import IgataDiagnostics
public import IgataSyntax

/// Schema files after parsing and resolving them.
public struct ResolvedSources: Sendable {
  public let files: [SourceFile]
  /// Parallel to ``files``.
  public let trees: [SyntaxTree]
  /// The errors of the language, in source order.
  public let errors: [Diagnostic]
  public let declared: Declarations
  public let options: ResolveOptions
  /// Whether these are all files of the schema.
  public let isComplete: Bool
  /// The errors of the parser in each file, parallel to ``files``.
  public let syntaxErrors: [[Diagnostic]]

  /// - Parameters:
  ///   - isComplete: Whether these are all files of the schema. If some are missing, nothing is reported that could be
  ///     a result of that, such as unknown types or unused declarations.
  ///   - previous: An earlier state of the files. The trees of files that haven't changed are taken from it.
  public init(
    _ files: [SourceFile], options: ResolveOptions = ResolveOptions(), isComplete: Bool = true,
    previous: ResolvedSources? = nil
  ) {
    var trees: [SyntaxTree] = []
    var syntaxErrors: [[Diagnostic]] = []
    trees.reserveCapacity(files.count)
    syntaxErrors.reserveCapacity(files.count)
    for (number, file) in files.enumerated() {
      if let previous, number < previous.files.count, previous.files[number] == file {
        trees.append(previous.trees[number])
        syntaxErrors.append(previous.syntaxErrors[number])
        continue
      }
      let (tree, found) = parse(file, file: number)
      trees.append(tree)
      syntaxErrors.append(found)
    }
    let allSyntaxErrors = syntaxErrors.flatMap { $0 }
    let (declared, found) = resolveDeclarations(trees, options: options, syntaxErrors: allSyntaxErrors)
    self.files = files
    self.trees = trees
    self.options = options
    self.isComplete = isComplete
    self.syntaxErrors = syntaxErrors
    errors = (allSyntaxErrors + (isComplete ? found : found.filter { $0.kind != .unknownType })).sortedInSourceOrder()
    self.declared = declared
  }

  /// The same files after an edit.
  public func editing(_ files: [SourceFile]) -> ResolvedSources {
    ResolvedSources(files, options: options, isComplete: isComplete, previous: self)
  }
}
