import IgataDiagnostics

/// The semantic tokens of a file, one per line: the UTF-8 offsets, the kind and the modifiers.
public func printSemanticTokens(_ snapshot: Snapshot, ofFile file: Int) -> String {
  var output = ""
  for token in snapshot.semanticTokens(ofFile: file) {
    output += "\(token.range.start)..<\(token.range.end) \(token.kind.name)"
    for (bit, name) in SemanticToken.Modifiers.names.enumerated()
    where token.modifiers.contains(SemanticToken.Modifiers(rawValue: 1 << bit)) {
      output += " \(name)"
    }
    output += "\n"
  }
  return output
}
