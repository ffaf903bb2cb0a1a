public import IgataDiagnostics

extension DiagnosticKind {
  public static let optionalWrapper = DiagnosticKind(
    "optional-wrapper",
    """
    An optional relation has a default.

    `settings: Settings = Settings()` is a wrapper: it can be missing in the database, but always has a value in
    Swift, so its type isn't optional. A relation that can be `nil` in Swift has no default.
    """,
    example: """
      model Settings {
        id: UUID = uuid() @primaryKey
      }

      model Account {
        id: UUID = uuid() @primaryKey
        settings: Settings? = Settings()
      }
      """,
    fix: .replacing("Settings?", with: "Settings"))
}

extension Diagnostic {
  static func optionalWrapper(at range: SourceRange, _ field: String, type: SourceRange?) -> Diagnostic {
    let mark = type.map { SourceRange(file: $0.file, start: max($0.start, $0.end - 1), end: $0.end) }
    return Diagnostic(
      .optionalWrapper, "the optional relation '\(field)' can't have a default", at: range,
      help: "remove the '?' or the default", related: type.map { [.init($0, "optional here")] } ?? [],
      fixes: mark.map { [Fix(title: "remove the '?'", range: $0, replacement: "", isSafe: false)] } ?? [])
  }
}
