/// The statements of a script for PostgreSQL, as a store sends them.
public struct PostgreSQLStatements: Hashable, Sendable {
  /// The statements of one transaction.
  public var transaction: [String] = []
  /// The indexes of the statements that the author of the version wrote.
  public var own: Set<Int> = []
  /// The indexes of those that define what a schema can't.
  public var objects: Set<Int> = []
  /// The indexes that are created or dropped after it.
  public var indexes: [PostgreSQLScript.Index] = []

  /// Reads a script that `igata migrate seal` wrote. Layout and comments don't matter, except for lines that begin with
  /// `-- igata:`.
  ///
  /// - Returns: `nil` if a line for the store can't be read.
  public init?(reading script: ScriptTokens) {
    var parts = scriptParts(script, after: "\\set ON_ERROR_STOP on")
    var block: OwnSQL.Block?
    while let part = parts.popFirst() {
      switch part {
      case .statement("BEGIN;", _, _), .statement("COMMIT;", _, _): continue
      // It would never be run.
      case .unfinished: return nil
      case .statement(let sql, _, _):
        switch block {
        case .before, .after: own.insert(transaction.count)
        case .objects: objects.insert(transaction.count)
        case nil: break
        }
        transaction.append(sql)
      case .directive(_, let words, _):
        var words = DirectiveWords(words)
        switch words.next() {
        // The statement fails by itself.
        case "stop": continue
        case let word? where OwnSQL.Block(rawValue: word) != nil: block = OwnSQL.Block(rawValue: word)
        case "end": block = nil
        case "alone":
          guard let name = words.next(), case .statement(let sql, _, _)? = parts.popFirst() else { return nil }
          indexes.append(PostgreSQLScript.Index(name: name, statement: sql))
        default: return nil
        }
      }
    }
  }
}
