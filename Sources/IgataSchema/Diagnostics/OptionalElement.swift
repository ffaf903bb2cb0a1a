public import IgataDiagnostics

extension DiagnosticKind {
  public static let optionalElement = DiagnosticKind(
    "optional-element",
    """
    The elements of a list are optional.

    A list contains only values; omit the missing ones.
    """,
    example: """
      model Post {
        id: UUID = uuid() @primaryKey
        numbers: [Int?]
      }
      """,
    fix: .replacing("[Int?]", with: "[Int]"))
}

extension Diagnostic {
  static func optionalElement(at range: SourceRange) -> Diagnostic {
    Diagnostic(.optionalElement, "the elements of a list can't be optional", at: range, help: "remove the '?'")
  }
}
