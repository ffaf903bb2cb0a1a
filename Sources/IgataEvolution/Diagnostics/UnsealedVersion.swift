public import IgataDiagnostics

extension DiagnosticKind {
  public static let unsealedVersion = DiagnosticKind(
    "unsealed-version",
    """
    The schema differs from the newest sealed version, and is about to be released.

    A version that isn't sealed changes with the schema. Databases of users would be at a version that no later
    program knows. `igata migrate lint --release` reports it.
    """,
    language: .text,
    example: "igata migrate lint --release",
    fix: "igata migrate seal notes")
}

extension Diagnostic {
  /// - Parameter range: The line of the newest version in the list of versions.
  public static func unsealedVersion(
    after version: SealedVersion, _ change: Change?, at range: SourceRange
  ) -> Diagnostic {
    let what = change.map { ": \($0.message)" } ?? ": there is own SQL for the next one"
    return Diagnostic(
      .unsealedVersion, "the schema is later than version \(version.number) '\(version.name)'\(what)", at: range,
      help: "seal it with 'igata migrate seal' before the release")
  }
}
