public import IgataDiagnostics

extension DiagnosticKind {
  public static let invalidSwiftType = DiagnosticKind(
    "invalid-swift-type",
    """
    `@swift` names something that isn't the name of a type, or of a module, in Swift.

    A name is one or several words with dots between them: `Color`, `Palette.Color`. Words that Swift reserves need no
    backticks. For a type with arguments, an optional or a list, declare a `typealias` in Swift and write its name.
    """,
    example: """
      type Color = String @swift("Tagged<Palette>")
      """,
    fix: .replacing(#"@swift("Tagged<Palette>")"#, with: #"@swift("Palette.Color")"#))
}

extension Diagnostic {
  static func invalidSwiftType(
    _ text: String, component: String, at range: SourceRange, isModule: Bool
  ) -> Diagnostic {
    let what = isModule ? "a module" : "a type"
    let problem =
      SwiftTypeName.impossible.contains(component)
      ? "Swift has no \(isModule ? "module" : "type") called '\(component)'"
      : "'\(shortened(text))' isn't the name of \(what) in Swift"
    return Diagnostic(
      .invalidSwiftType, problem, at: range,
      help: isModule
        ? "write the name of a module: 'import: \"Palette\"'"
        : "write names with dots between them: '@swift(\"Palette.Color\")'")
  }

  private static func shortened(_ text: String) -> String {
    text.count > 40 ? text.prefix(39) + "…" : text
  }
}

extension SwiftTypeName {
  /// The names that Swift gives to no type, even in backticks.
  static let impossible: Set<String> = ["Protocol", "Self", "Type", "_"]
}
