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
/// Returns a tree for every input, even an invalid one. The findings are the syntax errors, in source order. Names
/// aren't resolved.
///
/// - Parameter file: The file's index among the files of the run.
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
  let words = checkTokens(tokens, of: source.bytes, file: file, operators: parser.operators)
  var errors = joined(text, parser.skipped.withoutSkipped(words), parser.findings).mergingLineEnds()
  // Text is only skipped for a reason, so there must be at least one error.
  if errors.isEmpty { errors = joined(text, words, parser.findings) }
  // In a text with errors, documentation may have lost its declaration because of them.
  guard errors.isEmpty else { return (tree, errors) }
  return (tree, joined(strayDocumentation(tokens, documented: parser.documented, file: file)))
}
