public import IgataDiagnostics

extension DiagnosticKind {
  public static let twoVersions = DiagnosticKind(
    "two-versions",
    """
    Two versions in `history` follow the same one.

    That happens when two branches each sealed a version and were merged. One of them has to be sealed again on top of
    the other: delete its folder and its line, and run `igata migrate seal`.
    """,
    language: .text,
    example: """
      7 notes 6 sqlite:…
      7 budget 6 sqlite:…
      """,
    fix: .replacing("7 budget 6", with: "8 budget 7"))
}

extension Diagnostic {
  static func twoVersions(_ first: SealedVersion, _ second: SealedVersion) -> Diagnostic {
    let previous = first.number == 1 ? "are the first version" : "follow version \(first.number - 1)"
    return Diagnostic(
      .twoVersions, "versions '\(first.name)' and '\(second.name)' both \(previous)", at: second.range,
      help: "delete the folder and the line of the one that is yours, and seal it again",
      related: [Related(first.range, "'\(first.name)' is here")])
  }
}
