public import IgataDiagnostics
import IgataTables

extension DiagnosticKind {
  public static let lossyConversion = DiagnosticKind(
    "lossy-conversion",
    """
    A conversion drops digits of the values of existing rows.

    `@backfill(rounded)` rounds half to even; `@backfill(truncated)` drops the digits; `@backfill(none)` stops at a
    row that has them.
    """,
    language: .text,
    example: """
      version 6: type Rate = Fixed(scale: 10_000)
      now:       type Rate = Fixed(scale: 100)
      """,
    fix: "now:       type Rate = Fixed(scale: 100) @backfill(rounded)")
}

extension Diagnostic {
  static func lossyConversion(_ column: ComparedColumn, from old: ColumnDescription) -> Diagnostic {
    let canStop = !column.accepts(.rounded)
    let rounding =
      "\(column.proposal("rounded", stops: canStop)) rounds half to even"
      + (canStop ? " where no number is too large" : "")
    return Diagnostic(
      .lossyConversion,
      "'\(column.path)' was stored as \(old.type.words) and is \(column.new.type.words) now: digits would be lost",
      at: column.range,
      help: "\(rounding); \(column.proposedNone) stops at a row that has them")
  }
}
