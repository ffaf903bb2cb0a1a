import IgataDiagnostics
import IgataEditing
import IgataSchema

/// Outlines and colors.
extension LanguageServer {
  mutating func documentSymbol(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let uri = try parameters.document()
    guard let document = try locate(uri) else { return .null }
    let symbols = document.snapshot.symbols(ofFile: document.file)
    if client.showsHierarchicalSymbols { return .list(symbols.map { tree($0, in: document) }) }
    return .list(symbols.flatMap { flatTrees($0, container: nil, uri, document) })
  }

  private func tree(_ symbol: DocumentSymbol, in document: LocatedDocument) -> JSONTree {
    JSONBuilder.tree { builder in
      builder.key("name", symbol.name)
      if let detail = symbol.detail { builder.key("detail", detail) }
      builder.key("kind", symbol.kind.number)
      if symbol.isDeprecated { builder.key("tags", .list([.number(1)])) }
      builder.key("range", document.tree(symbol.range))
      builder.key("selectionRange", document.tree(symbol.nameRange))
      // Declarations aren't nested, so the recursion ends with their members.
      if !symbol.children.isEmpty { builder.key("children", .list(symbol.children.map { tree($0, in: document) })) }
    }
  }

  private func flatTrees(
    _ symbol: DocumentSymbol, container: String?, _ uri: DocumentURI, _ document: LocatedDocument
  ) -> [JSONTree] {
    let own = JSONBuilder.tree { builder in
      builder.key("name", symbol.name)
      builder.key("kind", symbol.kind.number)
      builder.key("location") { location in
        location.key("uri", uri.text)
        location.key("range", document.tree(symbol.range))
      }
      if let container { builder.key("containerName", container) }
    }
    return [own] + symbol.children.flatMap { flatTrees($0, container: symbol.name, uri, document) }
  }

  mutating func workspaceSymbol(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let query = try parameters.text("query")
    let limit = 200
    var trees: [JSONTree] = []
    for key in workspace.keys() where trees.count < limit {
      let (_, snapshot) = workspace.resolved(key)
      try continueUnlessCancelled()
      for symbol in snapshot.symbols(matching: query, limit: limit - trees.count) {
        guard let location = tree(symbol.range, in: snapshot) else { continue }
        trees.append(
          JSONBuilder.tree { builder in
            builder.key("name", symbol.name)
            builder.key("kind", symbol.kind.number)
            if symbol.isDeprecated { builder.key("tags", .list([.number(1)])) }
            builder.key("location", location)
            if let container = symbol.container { builder.key("containerName", container) }
          })
      }
    }
    return .list(trees)
  }

  mutating func semanticTokens(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let range = parameters["range"] == nil ? nil : try parameters.range("range")
    guard let document = try locate(parameters) else { return .null }
    let tokens =
      range.map { document.snapshot.semanticTokens(in: document.range($0)) }
      ?? document.snapshot.semanticTokens(ofFile: document.file)
    var encoder = SemanticTokenEncoder(document.table)
    let splitsLines = !client.usesMultilineTokens
    for token in tokens { encoder.add(token, splitsLines: splitsLines) }
    return JSONBuilder.tree { $0.key("data", .list(encoder.data.map { .number($0) })) }
  }

  mutating func inlayHint(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let range = try parameters.range("range")
    guard let document = try locate(parameters) else { return .null }
    return .list(
      document.snapshot.inlayHints(in: document.range(range), settings.inlayHints).map { hint in
        JSONBuilder.tree { builder in
          builder.key("position", document.table.position(of: hint.location.offset).tree)
          builder.key("label", hint.text)
          builder.key("paddingLeft", true)
        }
      })
  }
}

extension DocumentSymbol.Kind {
  /// The number of the kind in the protocol.
  fileprivate var number: Int {
    switch self {
    case .model: 5
    case .structure, .newtype: 23
    case .enumeration: 10
    case .enumCase: 22
    case .field: 8
    case .key, .index, .check: 20
    }
  }
}

/// Encodes tokens as five numbers each, relative to the token before.
private struct SemanticTokenEncoder {
  let table: PositionTable
  private(set) var data: [Int] = []
  private var last = DocumentPosition(line: 0, character: 0)

  init(_ table: PositionTable) { self.table = table }

  /// - Parameter splitsLines: Whether a token over several lines is added as one for each line.
  mutating func add(_ token: SemanticToken, splitsLines: Bool) {
    let range = table.range(of: token.range.start..<token.range.end, near: last.line)
    guard splitsLines || range.lowerBound.line == range.upperBound.line else {
      // The length of such a token includes the line endings.
      var length = range.upperBound.character - range.lowerBound.character
      for line in range.lowerBound.line..<range.upperBound.line {
        length += table.position(of: table.offsets(ofLine: line).upperBound).character + 1
      }
      return add(range.lowerBound, length, token)
    }
    for line in range.lowerBound.line...range.upperBound.line {
      let offsets = table.offsets(ofLine: line)
      let start = line == range.lowerBound.line ? range.lowerBound.character : 0
      let end =
        line == range.upperBound.line
        ? range.upperBound.character : table.position(of: offsets.upperBound).character
      add(DocumentPosition(line: line, character: start), end - start, token)
    }
  }

  private mutating func add(_ start: DocumentPosition, _ length: Int, _ token: SemanticToken) {
    guard length > 0 else { return }
    let lines = start.line - last.line
    data += [
      lines, lines == 0 ? start.character - last.character : start.character, length,
      token.kind.rawValue, token.modifiers.rawValue,
    ]
    last = start
  }
}
