public import IgataDiagnostics

extension DiagnosticKind {
  public static let takenName = DiagnosticKind(
    "taken-name",
    """
    A generated type has the same name as a type in a Swift file that is compiled in the same module.

    The compiler would reject the two declarations. Declarations that are private to their file, or that are inside
    `#if`, are ignored. A name that generated code only uses, such as `Column` or `Date`, isn't taken.
    """,
    language: .text,
    example: """
      Shop.igata:     model Order { … }
      Checkout.swift: struct Order { … }
      """,
    fix: .replacing("struct Order", with: "struct Checkout"))
}

extension Diagnostic {
  /// A name of the outputs that isn't in the schema.
  static func takenName(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.takenName, "'\(visible(name))' is also declared by a generated file", at: range, help: "rename it")
  }

  static func takenName(_ name: String, at range: SourceRange, by other: SourceRange) -> Diagnostic {
    Diagnostic(
      .takenName, "'\(visible(name))' is also declared by a Swift file", at: range,
      help: "rename one of them", related: [Related(other, "the other one is here")])
  }
}
