public import IgataDiagnostics
public import IgataSyntax

/// Makes one schema of all files of a run, and says everything that is wrong with it.
///
/// The files are one namespace, and their order means nothing: declarations are taken in the order of the files'
/// names. The schema goes as far as the input does; it may be generated from only where no error is reported, by
/// this function or by the parser. The diagnostics are in no particular order.
///
/// - Parameter syntaxErrors: What the parser reported about the trees. A declaration with such an error in it is not
///   said to lack what may stand where the parser could not read.
public func resolve(
  _ trees: [SyntaxTree], options: ResolveOptions = ResolveOptions(), syntaxErrors: [Diagnostic] = []
) -> (schema: Schema, diagnostics: [Diagnostic]) {
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
  resolution.lowerJoins()
  resolution.resolveDistributions()
  resolution.check()
  return (resolution.schema, resolution.diagnostics)
}
