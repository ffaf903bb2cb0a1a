public import IgataDiagnostics
public import IgataSchema
import IgataTables

/// Checks a file of own SQL.
///
/// Only what the tokens of a statement tell for certain is reported.
///
/// - Parameters:
///   - file: The index of the file among those of the run.
///   - dialect: One of ``scriptDialects``.
///   - old: The schema that statements in `before` see.
///   - new: The schema that statements in `after` see.
public func lintOwnSQL(
  _ source: SourceFile, file: Int, dialect: String, from old: Schema, to new: Schema
) -> [Diagnostic] {
  func byName(_ schema: Schema) -> [String: Table] {
    Dictionary(schema.tables.allTables.map { (foldedName($0.table.name), $0.table) }) { first, _ in first }
  }
  let tables = (before: byName(old), after: byName(new))
  let kept = tables.after.filter { tables.before[$0.key] != nil }
  return ownStatements(source, file: file).statements.flatMap { statement in
    let words = SQLWords(source.bytes, statement.tokens, file: file)
    let seen = statement.block == .before ? tables.before : tables.after
    var found = [
      words.transaction(dialect), words.updateWithoutWhere, words.drop(of: seen),
    ]
    switch dialect {
    case "sqlite": found += words.unqualified(seen)
    default:
      let existing = statement.block == .before ? tables.before : kept
      found += [words.blockingIndex(on: existing), words.blockingConstraint(on: existing)]
    }
    return found.compactMap(\.self)
  }
}

extension OwnSQL {
  /// The names of the tables, in lower case, of which statements in `before` change or delete rows.
  func tablesChangedBefore() -> Set<String> {
    Set(
      before.compactMap { text in
        let bytes = Array(text.utf8)
        return SQLWords(bytes, sqlTokens(bytes)[...], file: 0).changedTable
      })
  }
}
