public import IgataDiagnostics
import IgataSchema
import IgataTables

extension DiagnosticKind {
  public static let needsBackfill = DiagnosticKind(
    "needs-backfill",
    """
    Rows that exist have no value that a field accepts after the change.

    That is so for a new field that is required, one that is no longer optional, a type that not every value can be
    converted to, bounds that are tighter, and a case of an enum that is gone. `@backfill` gives the value that such a
    row gets. A default counts as the backfill of a new field only.
    """,
    language: .text,
    example: """
      version 6: note: String?
      now:       note: String
      """,
    fix: """
      now:       note: String @backfill("")
      """)
}

extension Diagnostic {
  private static func needsBackfill(
    _ message: String, _ column: ComparedColumn, or alternative: String? = nil, fixes: [Fix] = []
  ) -> Diagnostic {
    // A relation by several columns can have no backfill with a value.
    let words = column.hasSeveralColumns ? "says that no row needs one" : "gives them one"
    let help = ["\(column.proposedValue) \(words)", alternative].compactMap(\.self)
    return Diagnostic(.needsBackfill, message, at: column.range, help: help.joined(separator: "; or "), fixes: fixes)
  }

  static func needsBackfill(ofNew column: ComparedColumn, _ declarations: Declarations) -> Diagnostic {
    let fixes = declarations.end(ofType: column.range).map {
      [Fix(title: "make the type optional", range: $0, replacement: "?", isSafe: false)]
    }
    return needsBackfill(
      "existing rows have no value for '\(column.path)', which is required", column,
      or: "a default is for new rows as well; or make it '\(column.typeName)?'", fixes: fixes ?? [])
  }

  /// A column that a relation gets because the key that it refers to has another one.
  static func needsBackfill(ofKeyPart column: ComparedColumn) -> Diagnostic {
    Diagnostic(
      .needsBackfill,
      "'\(column.path)' refers to rows by '\(column.new.name)' as well, for which existing rows have no value",
      at: column.range, help: "give the relation another name, and drop this one with 'reserved'")
  }

  /// A column of rows that are inserted for the values of another model.
  static func needsBackfill(ofInserted column: ComparedColumn) -> Diagnostic {
    needsBackfill(
      "rows are made for values of another model, and have no value for '\(column.path)', which is required", column,
      or: "make it '\(column.typeName)?'")
  }

  static func needsBackfill(ofNulls column: ComparedColumn) -> Diagnostic {
    needsBackfill("existing rows can have no value for '\(column.path)', which is required now", column)
  }

  static func needsBackfill(ofBounds column: ComparedColumn) -> Diagnostic {
    let (isNumber, isText) = (column.new.type.isNumber, column.new.type == .scalar(.string))
    let word: String? =
      isNumber && column.accepts(.clamped) ? "clamped" : isText && column.accepts(.truncated) ? "truncated" : nil
    return needsBackfill(
      "values of existing rows can be outside of the bounds of '\(column.path)'", column,
      or: word.map { "\(column.proposal($0, stops: false)) takes the nearest one" })
  }

  static func needsBackfill(ofType column: ComparedColumn, from old: ColumnDescription) -> Diagnostic {
    needsBackfill(
      "not every \(old.type.words) can be converted to \(column.new.type.words) for '\(column.path)'", column,
      or: "\(column.proposedNone) stops at such a row")
  }

  static func needsBackfill(ofCase name: String, in type: String, _ column: ComparedColumn) -> Diagnostic {
    needsBackfill(
      "existing rows can have the case '\(name)' of enum '\(type)' in '\(column.path)', which is gone", column,
      or: "another case takes them over: '@renamed(from: \"\(name)\")'")
  }

  static func needsBackfill(unknownIn type: EnumType, _ column: ComparedColumn) -> Diagnostic {
    needsBackfill(
      "existing rows can have a raw value in '\(column.path)' that no case of enum '\(type.name)' has", column)
  }
}
