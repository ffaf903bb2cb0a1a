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
  let tables = (before: old.tables.allTables.map(\.table), after: new.tables.allTables.map(\.table))
  return ownStatements(source, file: file).statements.flatMap { statement in
    let words = SQLWords(source.bytes, statement.tokens, file: file)
    let seen = statement.block == .before ? tables.before : tables.after
    var found = [
      words.transaction(dialect), words.updateWithoutWhere, words.drop(of: seen),
    ]
    switch dialect {
    case "sqlite": found += words.unqualified(seen)
    default:
      let existing = seen.filter { table in tables.before.contains { foldedName($0.name) == foldedName(table.name) } }
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
