public import IgataDiagnostics

extension DiagnosticKind {
  public static let secondVersion = DiagnosticKind(
    "second-version",
    """
    Two fields of a model are marked `@version`.

    A model has one field that counts its changes.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        revision: Int64 = 0 @version
        edition: Int64 = 0 @version
      }
      """,
    fix: .replacing("edition: Int64 = 0 @version", with: "edition: Int64 = 0"))
}

extension Diagnostic {
  static func secondVersion(_ title: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .secondVersion, "\(title) has its version in another field", at: range, help: "mark one field",
      related: [.init(first, "the first one is here")],
      fixes: [Fix(title: "remove '@version'", range: range, replacement: "", isSafe: false)])
  }
}

extension Resolution {
  mutating func checkVersions() {
    for model in models {
      var first: SourceRange?
      for field in model.fields {
        guard let attribute = field.attribute(.version), isVersionable(field) else { continue }
        if let first { report(.secondVersion(model.title, at: attribute.range, first: first)) }
        first = first ?? attribute.range
      }
    }
  }
}
