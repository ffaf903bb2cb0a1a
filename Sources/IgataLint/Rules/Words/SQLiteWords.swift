/// The reserved words of SQLite: a table or a column with such a name must be quoted. Determined with SQLite 3.40 by
/// testing each of its keywords; the others are allowed as names.
let sqliteReservedWords: Set<String> = Set(
  entries(
    of: """
      add, all, alter, and, as, autoincrement, between, case, check, collate, commit, constraint, create, default,
      deferrable, delete, distinct, drop, else, escape, except, exists, foreign, from, group, having, if, in, index,
      insert, intersect, into, is, isnull, join, limit, not, nothing, notnull, null, on, or, order, primary, references,
      returning, select, set, table, then, to, transaction, union, unique, update, using, values, when, where
      """))
