public import IgataDiagnostics

extension DiagnosticKind {
  public static let swiftDataName = DiagnosticKind(
    "swiftdata-name",
    """
    A type has a name that the generated classes for SwiftData need.

    The shared types of these classes are declared in `IgataSwiftData.swift`, and their names begin with `SwiftData`.
    The expansion of the `@Model` macro refers to `KeyPath`, `Observation`, `Sendable` and `Transient`, so a type of
    the schema, or of a Swift file beside the classes, with one of these names would be used instead.
    """,
    language: .text,
    example: """
      model SwiftDataDefaults {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("SwiftDataDefaults", with: "Defaults"))
}

extension Diagnostic {
  static func swiftDataName(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .swiftDataName, "'\(name)' is a name that the classes for SwiftData need", at: range,
      help: "rename the type")
  }
}
