import IgataDiagnostics

/// The tokens of a tree, one per line: position, kind and text.
public func printTokens(_ tree: SyntaxTree) -> String {
  let lines = LineTable(tree.source)
  var output: [UInt8] = []
  for token in tree.tokens {
    let position = lines.position(at: token.start)
    output.append(contentsOf: "\(position.line):\(position.column) \(token.kind)".utf8)
    if token.kind != .end {
      output.append(UInt8(ascii: " "))
      JSONText.append(String(decoding: tree.source.bytes[token.start..<token.end], as: UTF8.self), to: &output)
    }
    output.append(UInt8(ascii: "\n"))
  }
  return String(decoding: output, as: UTF8.self)
}
