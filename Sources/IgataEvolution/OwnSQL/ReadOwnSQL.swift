public import IgataDiagnostics

/// A statement of a file of own SQL.
struct OwnStatement {
  let block: OwnSQL.Block
  let text: String
  let tokens: ArraySlice<Range<Int>>
}

/// Reads a file of own SQL: `next/sqlite.sql`.
///
/// - Parameter file: The index of the file among those of the run.
public func readOwnSQL(_ source: SourceFile, file: Int) -> (sql: OwnSQL, diagnostics: [Diagnostic]) {
  let (statements, diagnostics) = ownStatements(source, file: file)
  var sql = OwnSQL()
  for statement in statements { sql[statement.block].append(statement.text) }
  return (sql, diagnostics)
}

func ownStatements(_ source: SourceFile, file: Int) -> (statements: [OwnStatement], diagnostics: [Diagnostic]) {
  var statements: [OwnStatement] = []
  var diagnostics: [Diagnostic] = []
  var open: (block: OwnSQL.Block, range: Range<Int>)?
  var closed: Set<OwnSQL.Block> = []
  func report(_ message: String, _ range: Range<Int>, help: String) {
    let range = SourceRange(file: file, start: range.lowerBound, end: range.upperBound)
    diagnostics.append(.malformedOwnSQL(message, at: range, help: help))
  }
  for part in sqlParts(source.bytes, sqlTokens(source.bytes)[...]) {
    switch part {
    case .statement(let text, let range, let tokens):
      guard let open else {
        report("the statement is in no block", range, help: OwnSQL.blocksHelp)
        continue
      }
      statements.append(OwnStatement(block: open.block, text: text, tokens: tokens))
    case .unfinished(let range):
      report("the statement has no ';' at its end", range, help: "add one, on the same block's side of '-- igata: end'")
    case .directive(let range, let words, _):
      if words == ["end"], let block = open?.block {
        closed.insert(block)
        open = nil
      } else if words.count == 1, let block = OwnSQL.Block(rawValue: words[0]), open == nil, !closed.contains(block) {
        open = (block, range)
      } else {
        report("'-- igata: \(words.joined(separator: " "))' can't be here", range, help: OwnSQL.blocksHelp)
      }
    }
  }
  if let open { report("the block has no end", open.range, help: "add '-- igata: end' after its statements") }
  return (statements, diagnostics)
}

extension OwnSQL {
  fileprivate static let blocksHelp =
    "own SQL is between '-- igata: before', '-- igata: after' or '-- igata: objects' and '-- igata: end', each once"
}
