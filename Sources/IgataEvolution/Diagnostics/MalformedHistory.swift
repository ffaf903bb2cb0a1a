public import IgataDiagnostics

extension DiagnosticKind {
  public static let malformedHistory = DiagnosticKind(
    "malformed-history",
    """
    A line of `history` isn't a version, a version is missing, or a folder isn't listed.

    A line has a number, a name, the number of the oldest compatible version, and a sum for each dialect. The numbers
    are 1, 2, 3 and so on. `igata migrate seal` writes the lines. A folder with the name of a version, such as
    `0004-notes`, that is none of the list is what an interrupted seal or a merge has left.
    """,
    language: .text,
    example: """
      1 first 1 sqlite:…
      3 notes 1 sqlite:…
      """,
    fix: """
      1 first 1 sqlite:…
      2 tags 1 sqlite:…
      3 notes 1 sqlite:…
      """)
}

extension Diagnostic {
  static func malformedHistory(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .malformedHistory, "the line isn't a version: a number, a name, the oldest compatible version, and sums",
      at: range, help: "take the change back")
  }

  /// A snapshot that isn't a schema, although nobody has changed it.
  static func unreadableVersion(_ snapshot: SourceFile, _ error: Diagnostic) -> Diagnostic {
    Diagnostic(
      .malformedHistory, "'\(snapshot.name)' can't be read: \(error.message)",
      at: SourceRange(file: 0, start: 0, end: 0), help: "use the release of igata that has sealed the version")
  }

  public static func unlistedFolder(_ name: String) -> Diagnostic {
    Diagnostic(
      .malformedHistory, "the folder '\(name)' is no version of the list",
      at: SourceRange(file: 0, start: 0, end: 0),
      help: "delete the folder, which an interrupted seal or a merge has left; or, if the version was released, "
        + "restore its line here")
  }

  static func missingVersion(_ number: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(.malformedHistory, "version \(number) is missing", at: range, help: "take the change back")
  }
}
