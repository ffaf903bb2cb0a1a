public import IgataDiagnostics

extension DiagnosticKind {
  public static let mayStop = DiagnosticKind(
    "may-stop",
    """
    A change stops on a device whose rows don't fit, and the program can't open its database there.

    A server's version that stops is mended by its operator. On a device nobody is there, so a change that depends on
    rows needs a `@backfill` with a value, own SQL that makes the rows fit, or `@allow(may-stop, "why no row can")`.
    """,
    language: .text,
    example: """
      version 6: name: String
      now:       name: String @unique
      """,
    fix: """
      now:       name: String @unique @allow(may-stop, "the screen has refused equal names since version 1")
      """)
}

extension Diagnostic {
  /// - Parameter dialects: Those without own SQL that changes rows of the table before.
  static func mayStop(_ change: Change, _ dialects: [String], _ remedy: StopRemedy) -> Diagnostic {
    let files = dialects.map(OwnSQL.path).joined(separator: " and ")
    return Diagnostic(
      .mayStop, "\(change.message); where a row doesn't fit, the program can't open its database", at: change.range,
      help: remedy.help(files))
  }
}

/// What keeps rows from stopping a version.
enum StopRemedy {
  case fittingRows
  /// The row to which others refer.
  case referencedRow

  fileprivate func help(_ files: String) -> String {
    switch self {
    case .fittingRows:
      "make rows fit in 'before' of \(files), which 'igata migrate new' writes; or "
        + "'@allow(may-stop, \"…\")' gives the reason why every row fits"
    case .referencedRow:
      "if that row isn't there, insert it in 'after' of \(files), which 'igata migrate new' writes; "
        + "'@allow(may-stop, \"…\")' says why it is there"
    }
  }
}
