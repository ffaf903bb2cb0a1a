public import IgataDiagnostics
public import IgataSyntax

/// Resolves all files of a run to one schema, and reports all errors in it.
///
/// The files share one namespace, and their order is irrelevant: declarations are processed in the order of the files'
/// names. A schema is returned even if there are errors, but code can be generated from it only if neither this
/// function nor the parser reports an error. The diagnostics are in no particular order.
///
/// - Parameter syntaxErrors: The errors that the parser reported about the trees. Missing parts of a declaration aren't
///   reported if such an error may explain them.
public func resolve(
  _ trees: [SyntaxTree], options: ResolveOptions = ResolveOptions(), syntaxErrors: [Diagnostic] = []
) -> (schema: Schema, diagnostics: [Diagnostic]) {
  let resolution = resolution(of: trees, options, syntaxErrors)
  return (resolution.schema, resolution.diagnostics)
}

/// Resolves all files of a run as ``resolve(_:options:syntaxErrors:)`` does, to a schema whose declarations have their
/// syntax.
public func resolveDeclarations(
  _ trees: [SyntaxTree], options: ResolveOptions = ResolveOptions(), syntaxErrors: [Diagnostic] = []
) -> (declarations: Declarations, diagnostics: [Diagnostic]) {
  let resolution = resolution(of: trees, options, syntaxErrors)
  return (Declarations(resolution, trees: trees), resolution.diagnostics)
}

private func resolution(
  of trees: [SyntaxTree], _ options: ResolveOptions, _ syntaxErrors: [Diagnostic]
) -> Resolution {
  var resolution = Resolution(options: options, trees: trees, syntaxErrors: syntaxErrors)
  resolution.declareNames(trees.inNameOrder())
  resolution.resolveEnums()
  resolution.resolveNewtypes()
  resolution.resolveTypes()
  resolution.resolveAttributes()
  resolution.resolveInverses()
  resolution.resolveFields()
  resolution.resolveDefaults()
  resolution.lowerKeys()
  resolution.lowerColumns()
  resolution.lowerConstraints()
  resolution.checkLinkedInverses()
  resolution.lowerJoins()
  resolution.numberConstraintNames()
  resolution.resolveDistributions()
  resolution.resolveBackfills()
  if options.checks { resolution.check() }
  return resolution
}
