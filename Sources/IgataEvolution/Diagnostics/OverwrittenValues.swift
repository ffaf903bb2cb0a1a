public import IgataDiagnostics
import IgataSchema

extension DiagnosticKind {
  public static let overwrittenValues = DiagnosticKind(
    "overwritten-values",
    """
    A backfill overwrites the value of every row, because the old values can't be converted.

    Where two types have no conversion, no old value fits the new one, so each row gets the backfill. An expression
    that reads the old value, `@backfill(sql: "…{value}…")`, keeps what the value means. If the old values may go,
    `@allow(overwritten-values, "…")` gives the reason.
    """,
    language: .text,
    example: """
      version 6: at: Date
      now:       at: String @backfill("?")
      """,
    fix: """
      now:       at: String @backfill(
                   sqlite: "coalesce(date({value} / 1000000, 'unixepoch'), '')",
                   postgresql: "to_char({value}, 'YYYY-MM-DD')")
      or:        at: String @backfill("?") @allow(overwritten-values, "the dates were never shown")
      """)
}

extension Diagnostic {
  /// - Parameters:
  ///   - name: The column, or the relation to another model.
  ///   - proposal: The attributes that read the old value.
  static func overwrittenValues(
    of name: String, _ reason: String, _ proposal: String, at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .overwrittenValues, "the backfill overwrites every value of '\(name)': \(reason)", at: range,
      help: "\(proposal) reads the old value; or "
        + "'@allow(overwritten-values, \"…\")' gives the reason why the old values may go")
  }
}

extension Backfill {
  /// Whether the value is computed from the old one.
  ///
  /// - Parameter isOld: Whether a field is the one that had the old value.
  func reads(_ isOld: (FieldReference) -> Bool) -> Bool {
    switch kind {
    case .sql(let sqlite, let postgresql):
      return [sqlite, postgresql].compactMap(\.self).allSatisfy { sql in
        sql.pieces.contains { piece in
          switch piece {
          case .value: true
          case .field(let field): isOld(field)
          case .text: false
          }
        }
      }
    case .swift(_, let arguments): return arguments.contains(where: isOld)
    case .rounded, .truncated, .clamped: return true
    // A row with a value stops the version.
    case .none: return true
    case .value: return false
    }
  }
}
