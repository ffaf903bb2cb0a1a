import IgataDiagnostics
import IgataEditing

/// Where names lead.
extension LanguageServer {
  mutating func definition(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters) else { return .null }
    return trees(document.snapshot.definitions(at: location), in: document.snapshot)
  }

  mutating func typeDefinition(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters) else { return .null }
    return trees(document.snapshot.typeDefinitions(at: location), in: document.snapshot)
  }

  mutating func references(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters) else { return .null }
    let includesDeclaration = parameters["context", "includeDeclaration"]?.flag ?? true
    let ranges = document.snapshot.references(at: location, includingDeclaration: includesDeclaration)
    return trees(ranges, in: document.snapshot)
  }

  mutating func documentHighlight(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters) else { return .null }
    return .list(
      document.snapshot.highlights(at: location).filter { $0.range.file == document.file }.map { highlight in
        JSONBuilder.tree { builder in
          builder.key("range", document.tree(highlight.range))
          // A write, or a read.
          builder.key("kind", highlight.isDeclaration ? 3 : 2)
        }
      })
  }

  mutating func selectionRange(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    var positions: [DocumentPosition] = []
    for position in try parameters.list("positions") { positions.append(try position.position()) }
    guard let document = try locate(parameters) else { return .null }
    return .list(
      positions.map { position in
        let ranges = document.snapshot.selectionRanges(at: document.location(position))
        let outermost: JSONTree? = nil
        let innermost = ranges.reversed().reduce(outermost) { parent, range in
          JSONBuilder.tree { builder in
            builder.key("range", document.tree(range))
            if let parent { builder.key("parent", parent) }
          }
        }
        return innermost ?? JSONBuilder.tree { $0.key("range", (position..<position).tree) }
      })
  }

  mutating func foldingRange(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let document = try locate(parameters) else { return .null }
    var trees: [JSONTree] = []
    for folding in document.snapshot.foldingRanges(ofFile: document.file) {
      let range = document.table.range(of: folding.range.start..<folding.range.end)
      // Where whole lines are folded, that of the closing bracket stays visible.
      let end = range.upperBound.line - (client.foldsLinesOnly && folding.kind != .comment ? 1 : 0)
      guard end > range.lowerBound.line else { continue }
      trees.append(
        JSONBuilder.tree { builder in
          builder.key("startLine", range.lowerBound.line)
          if !client.foldsLinesOnly { builder.key("startCharacter", range.lowerBound.character) }
          builder.key("endLine", end)
          if !client.foldsLinesOnly { builder.key("endCharacter", range.upperBound.character) }
          if folding.kind == .comment { builder.key("kind", "comment") }
        })
    }
    return .list(trees)
  }
}
