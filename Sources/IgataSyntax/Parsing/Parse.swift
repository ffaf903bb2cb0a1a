public import IgataDiagnostics

/// Reads the schema files of a run. The findings are in the order of the files.
public func parse(_ sources: [SourceFile]) -> (trees: [SyntaxTree], diagnostics: [Diagnostic]) {
  var trees: [SyntaxTree] = []
  var diagnostics: [Diagnostic] = []
  trees.reserveCapacity(sources.count)
  for (index, source) in sources.enumerated() {
    let (tree, found) = parse(source, file: index)
    trees.append(tree)
    diagnostics += found
  }
  return (trees, diagnostics)
}

/// Reads a schema file.
///
/// A tree is returned for every input, however broken; the findings say what is wrong with its text, in source order.
/// Whether the names in it mean anything is not asked here.
///
/// - Parameter file: the file's index among the files of the run.
public func parse(_ source: SourceFile, file: Int) -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
  if let encoding = foreignEncoding(of: source.bytes) {
    let start = SourceRange(file: file, start: 0, end: 2)
    let tree = SyntaxTree(file: file, source: source, tokens: lex(source.bytes), declarations: [], isReadable: false)
    return (tree, [.wrongEncoding(encoding, at: start)])
  }
  let tokens = lex(source.bytes)
  var parser = Parser(source, file: file, tokens: tokens)
  let declarations = parser.parseFile()
  let tree = SyntaxTree(file: file, source: source, tokens: tokens, declarations: declarations)
  let text = checkText(source.bytes, file: file)
  let words = checkTokens(tokens, of: source.bytes, file: file)
  var errors = joined(text, parser.skipped.withoutSkipped(words), parser.findings).mergingLineEnds()
  // What was skipped was skipped for a reason, so there should be one.
  if errors.isEmpty { errors = joined(text, words, parser.findings) }
  // In a broken text, documentation may have lost its declaration without being to blame.
  guard errors.isEmpty else { return (tree, errors) }
  return (tree, joined(strayDocumentation(tokens, documented: parser.documented, file: file)))
}
