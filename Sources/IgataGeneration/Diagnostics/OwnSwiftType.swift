public import IgataDiagnostics
import IgataSchema

extension DiagnosticKind {
  public static let ownSwiftType = DiagnosticKind(
    "own-swift-type",
    """
    A `type` with `@swift` is in a schema from which classes for Realm or SwiftData are generated.

    Those classes store what their frameworks know. A type of your own is stored through `PersistableValue`, which
    belongs to Igata's own models.
    """,
    language: .text,
    example: """
      type Color = String @swift("Palette.Color")
      """,
    fix: "type Color = String")
}

extension Diagnostic {
  /// - Parameter framework: The name of the framework.
  static func ownSwiftTypes(of schema: Schema, for framework: String) -> [Diagnostic] {
    schema.newtypes.compactMap { type in
      type.swiftType.map { own in
        Diagnostic(
          .ownSwiftType, "the classes for \(framework) can't store '\(own.text)'", at: type.origin.range,
          help: "remove '@swift', or generate them from another schema")
      }
    }
  }
}
